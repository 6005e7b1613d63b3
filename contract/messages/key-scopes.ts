import type { KeyScope } from '#contract/endpoint.ts';
import type { PlainId } from '#languages/t.ts';

/** What an API key opens, in words. */
export const SCOPES = {
  read: 'changes.scope_read',
  people: 'changes.scope_people',
  money: 'changes.scope_money',
} as const satisfies Record<KeyScope, PlainId>;
