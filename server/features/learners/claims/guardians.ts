import type * as z from 'zod';
import type { Guardians } from '#contract/learners/schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findLearner } from '#server/features/learners/find-learner.ts';
import { logFamily } from '#server/features/learners/log-family.ts';
import { notifyOfGuardian } from '#server/features/learners/notify-of-learners.ts';
import { findAllAccessible } from '#server/features/learners/queries.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';
import { findTakeoversFrom } from './takeovers.ts';

/** Who looks after a caller's learners beside them, and who is asked to. */
export async function listGuardians(
  { db, now }: { db: Db; now: () => number },
  { _id: callerid }: Pick<Caller, '_id'>,
): Promise<z.output<typeof Guardians>> {
  const learners = await findAllAccessible(db, { callerid });
  const own = learners.filter((learner) => learner.own === 1).map(({ _id }) => _id);
  return {
    guardians: await queries.findGuardians(db, own),
    claims: await queries.findOpenClaims(db, own, now()),
    takeovers: await findTakeoversFrom(db, callerid, now()),
  };
}

/**
 * Ends that an account guards a learner, at the next call: for the payer, and for the guardian. Gives how
 * many ended. Throws `learner-not-found` and `guardian-not-found`.
 */
export async function endGuarding(
  { db, now }: { db: Db; now: () => number },
  { learnerid, userid, caller }: { learnerid: string; userid: string; caller: Caller },
): Promise<number> {
  return transact(db, async (tx) => {
    if (userid !== caller._id) await findLearner(tx, caller, learnerid, 'own');
    const ended = await queries.deleteGuardian(tx, { learnerid, userid });
    ensure(ended > 0, 'guardian-not-found');
    const moment = now();
    await notifyOfGuardian(tx, 'guardian.removed', { learnerid, userid, now: moment });
    const line = { action: 'guardian-ended', before: userid } as const;
    await logFamily(tx, { learnerid, ...line, actorid: caller._id, now: moment });
    return ended;
  });
}
