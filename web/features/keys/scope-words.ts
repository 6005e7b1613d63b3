import type { KeyScope } from '#contract/keys/calls.ts';

/** What a scope is called, and what it opens. */
export const SCOPE_WORDS: Record<KeyScope, { label: string; hint: string }> = {
  read: { label: 'Classes and figures', hint: 'Every class with its places, and the dashboard’s totals.' },
  people: { label: 'People', hint: 'Names, addresses and roles, who is in which class, and the log.' },
  money: { label: 'Money', hint: 'Payments, refunds and receipts, with the addresses of those who paid.' },
};
