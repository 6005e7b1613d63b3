import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Asking, endGuardianIn, lockLearner, saveGuardianIn } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';

type Whose = { userid: string; id: string; actor: Caller };
type Rights = Pick<Parameters<typeof saveGuardianIn>[2], 'mayenrol' | 'maypay' | 'getsmail'>;

/**
 * Invites a guardian of a family's learner in its name, or changes at once what an accepted one may: the
 * family is told, and the log says who did it. Throws `user-not-found`, `family-leaving`, and as
 * `saveGuardian` does.
 */
export async function saveGuardianOf(
  asking: Asking,
  { userid, id, actor, ...ask }: Whose & Rights & { email: string },
): Promise<'asked' | 'changed'> {
  return transact(asking.db, async (tx) => {
    const { payer, learnername } = await lockFamily(tx, { userid, id });
    ensure(payer.leavesat === null, 'family-leaving');
    return saveGuardianIn(asking, tx, { ...ask, learnerid: id, learnername, payer, actor });
  });
}

/**
 * Ends that an address guards a family's learner, or withdraws what it was asked; gives how many there were.
 * Throws `user-not-found`, `learner-not-found` and `guardian-not-found`.
 */
export async function endGuardianOf(
  asking: Pick<Asking, 'db' | 'now'>,
  { userid, id, email, actor }: Whose & { email: string },
): Promise<number> {
  return transact(asking.db, async (tx) => {
    const { payer, learnername } = await lockFamily(tx, { userid, id });
    const ended = await endGuardianIn(asking, tx, { learnerid: id, learnername, email, payer, actor });
    ensure(ended > 0, 'guardian-not-found');
    return ended;
  });
}

/** The account of a family and what its learner is called; both rows stay as they are until it ends. */
async function lockFamily(tx: Db, { userid, id }: Pick<Whose, 'userid' | 'id'>) {
  const payer = await lockUser(tx, userid);
  ensure(payer, 'user-not-found');
  const learner = await lockLearner(tx, id);
  ensure(learner?.userid === userid, 'learner-not-found');
  const { firstname, lastname } = learner;
  return { payer, learnername: firstname === null ? payer.name : `${firstname} ${lastname ?? ''}`.trim() };
}
