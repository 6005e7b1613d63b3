import type { KeyScope } from '#contract/keys/calls.ts';
import type { PlainId } from '#languages/t.ts';

/** What a scope is called, and what it opens. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, { label: PlainId; hint: PlainId }>> = {
  read: { label: 'keys.figures', hint: 'keys.figures_hint' },
  people: { label: 'keys.people', hint: 'keys.people_hint' },
  money: { label: 'keys.money', hint: 'keys.money_hint' },
};
