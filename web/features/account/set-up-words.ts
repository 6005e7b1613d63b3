import type { SetUpKind } from '#contract/account/calls.ts';
import { type MessageId, type PlainId, t } from '#languages/t.ts';

/** What ending each kind is called on its button. */
export const END_WORDS = {
  invitation: 'account.withdraw',
  claim: 'account.withdraw',
  guardian: 'common.remove',
  takeover: 'account.take_back',
  key: 'account.revoke',
  webhook: 'account.stop',
  message: 'account.withdraw',
  note: 'common.delete',
  calendar: 'account.remove_calendar',
  busy: 'account.remove_calendar',
  card: 'common.remove',
  naming: 'account.withdraw',
  role: 'account.take_away',
  merge: 'common.undo',
  deletion: 'account.keep',
} as const satisfies Record<SetUpKind, PlainId>;

/** What a name stands in that does not say by itself what it is of. */
const NAMED = {
  key: 'account.key_named',
  webhook: 'account.webhook_to',
  message: 'account.message_named',
  note: 'account.note_named',
  busy: 'account.calendar_at',
} as const satisfies Partial<Record<SetUpKind, MessageId>>;

/** What a set-up is called. */
export const setUpName = ({ kind, title }: { kind: SetUpKind; title: string }): string =>
  kind === 'key' || kind === 'webhook' || kind === 'message' || kind === 'note' || kind === 'busy'
    ? t(NAMED[kind], { title })
    : title;
