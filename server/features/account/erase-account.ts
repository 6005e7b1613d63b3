import type * as z from 'zod';
import type { Erasure } from '#contract/account.schema.ts';
import { findUserByUid, isUnprovedImport, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Person, PersonRecords } from '#server/features/feature.ts';
import { eraseLearner, findLeaving, passOnLearners } from '#server/features/learners/index.ts';
import { lockClosures } from '#server/features/lessons/index.ts';
import { findSelfLearner, hasOtherAdmin, lockAdmins, type UserRow } from '#server/features/users/index.ts';
import { AppError } from '#server/http/errors.ts';
import { insertErasure } from './queries.ts';

const ONLY_ADMIN = 'You are the school’s only admin. Make somebody else an admin first.';

/** What a person gives up by deleting the account, as it is at this moment. Throws `email-not-verified`. */
export async function describeErasure(
  db: Db,
  records: readonly PersonRecords[],
  user: Pick<Person, '_id' | 'learnerid'> & Pick<UserRow, 'role' | 'emailverified'>,
  now: number,
): Promise<z.output<typeof Erasure>> {
  await refuseUnproved(db, user);
  const learners = await findLeaving(db, user._id);
  const family = { ...user, learners: learners.filter(({ heirs }) => heirs.length === 0) };
  const children = learners
    .filter(({ self }) => self === 0)
    .map(({ _id: learnerid, learnername, heirs: [heir] }) => ({
      learnerid,
      learnername,
      keptby: heir?.name ?? null,
    }));
  const losses = {
    ...(children.length > 0 && { children }),
    refunds: [],
    forfeits: [],
    teaches: [],
    waitlist: [],
    onlyadmin: await isOnlyAdmin(db, user),
  };
  for (const { findLosses } of records) Object.assign(losses, await findLosses?.(db, family, now));
  return losses;
}

/** A family that the school has put there is ended by nobody who only says that the address is theirs. Throws `email-not-verified`. */
async function refuseUnproved(db: Db, user: Pick<UserRow, '_id' | 'emailverified'>): Promise<void> {
  if (!(await isUnprovedImport(db, user))) return;
  const detail = 'Confirm your email first, then sign in again and delete the account.';
  throw new AppError('email-not-verified', { detail });
}

const isOnlyAdmin = async (db: Db, { _id, role }: Pick<UserRow, '_id' | 'role'>) =>
  role === 'admin' && !(await hasOtherAdmin(db, _id));

/**
 * Takes a person out of the school, at once and whatever they have here; gives whether there was anybody, so that it can be
 * repeated. A child that another guardian may pay for is theirs from then on. The books keep that there was somebody: a learner that left. Throws `last-admin` and `email-not-verified` alone.
 */
export async function eraseAccount(
  db: Db,
  records: readonly PersonRecords[],
  { uid, now }: { uid: string; now: number },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const known = await findUserByUid(tx, uid);
    if (!known) return false;
    // What they are to hold goes to others by closing days, and their own closing days go: before anything else, as everywhere.
    await lockClosures(tx);
    // So that the last two admins cannot leave at once.
    await lockAdmins(tx);
    // A payment that begins in this moment has begun before, and is ended here, or finds nobody to begin it.
    const user = await lockUser(tx, known._id);
    if (!user) return false;
    await refuseUnproved(tx, user);
    if (await isOnlyAdmin(tx, user)) throw new AppError('last-admin', { detail: ONLY_ADMIN });
    await insertErasure(tx, { uid, createdat: now });
    const person = { ...user, learnerid: await findSelfLearner(tx, user._id) };
    for (const id of await passOnLearners(tx, user._id, now)) await eraseLearner(tx, records, { id, now });
    for (const { erase } of records) await erase?.(tx, person, now);
    return true;
  });
}
