import type { Db } from '#server/database/schema.ts';
import { notifyWebhooks, notifyWebhooksOfAll } from '#server/features/webhooks/index.ts';

/* What webhooks are told of learners, in the transaction in which it happens (`now`: epoch milliseconds). */

type Learner = { _id: string; userid: string };

export const notifyOfLearners = (
  tx: Db,
  type: 'child.added' | 'child.changed',
  { learners, now }: { learners: readonly Learner[]; now: number },
): Promise<void> =>
  notifyWebhooksOfAll(
    tx,
    learners.map(({ _id: learnerid, userid }) => ({
      happening: { type, timestamp: now, data: { learnerid, userid } },
      userid,
    })),
  );

/** Tells that a learner is none of the school's any more. */
export const notifyOfRemoval = (tx: Db, learnerid: string, now: number): Promise<void> =>
  notifyWebhooks(tx, { type: 'child.removed', timestamp: now, data: { learnerid } });

type Guarding = { learnerid: string; userid: string; now: number };

/** Tells of an account that looks after a learner of another's. */
export const notifyOfGuardian = (
  tx: Db,
  type: 'guardian.added' | 'guardian.changed' | 'guardian.removed',
  { learnerid, userid, now: timestamp }: Guarding,
): Promise<void> =>
  notifyWebhooks(tx, { type, timestamp, data: { learnerid, guardianid: userid } }, { userid });
