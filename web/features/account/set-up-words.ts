import type { SetUpKind } from '#contract/account/calls.ts';
import { type MessageId, type PlainId, t } from '#languages/t.ts';

/** What ending each kind is called on its button. */
export const END_WORDS = {
  claim: 'account.withdraw',
  guardian: 'account.remove_guardian',
  takeover: 'account.take_back',
  key: 'account.revoke',
  webhook: 'account.stop',
  calendar: 'account.remove_calendar',
  role: 'account.take_away',
  merge: 'account.undo_merge',
  deletion: 'account.keep',
} as const satisfies Record<SetUpKind, PlainId>;

/** What a name stands in that does not say by itself what it is of. */
const NAMED = { key: 'account.key_named', webhook: 'account.webhook_to' } as const satisfies Partial<
  Record<SetUpKind, MessageId>
>;

/** What a set-up is called. */
export const setUpName = ({ kind, title }: { kind: SetUpKind; title: string }): string =>
  kind === 'key' || kind === 'webhook' ? t(NAMED[kind], { title }) : title;
