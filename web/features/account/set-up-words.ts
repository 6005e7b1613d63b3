import type { SetUpKind } from '#contract/account/calls.ts';

/** What ending each kind is called on its button. */
export const END_WORDS: Readonly<Record<SetUpKind, string>> = {
  claim: 'Withdraw',
  guardian: 'Remove',
  takeover: 'Take back',
  key: 'Revoke',
  webhook: 'Stop',
  calendar: 'Remove',
  role: 'Take away',
  merge: 'Undo',
  deletion: 'Keep',
};

/** What stands before a name that does not say by itself what it is of. */
export const KIND_WORDS: Readonly<Partial<Record<SetUpKind, string>>> = {
  key: 'API key ',
  webhook: 'Webhook to ',
};
