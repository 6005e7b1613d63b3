import type { Db } from '#server/database/schema.ts';
import { notifyWebhooksOfAll } from '#server/features/webhooks/index.ts';

/** Tells webhooks of accounts, in the transaction in which it happens (`now`: epoch milliseconds). */
export const notifyOfAccounts = (
  tx: Db,
  type: 'account.added' | 'account.changed',
  { userids, now }: { userids: readonly string[]; now: number },
): Promise<void> =>
  notifyWebhooksOfAll(
    tx,
    userids.map((userid) => ({ happening: { type, timestamp: now, data: { userid } }, userid })),
  );
