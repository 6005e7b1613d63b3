import type { Db } from '#server/database/schema.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';

/** Tells webhooks of a class, in the transaction in which it happens (`now`: epoch milliseconds). */
export const notifyOfClass = (
  tx: Db,
  type: 'class.changed' | 'class.called-off' | 'class.removed',
  { classid, now: timestamp }: { classid: string; now: number },
): Promise<void> => notifyWebhooks(tx, { type, timestamp, data: { classid } });
