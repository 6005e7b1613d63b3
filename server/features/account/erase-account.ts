import type * as z from 'zod';
import { LEAVING_MS } from '#contract/account/calls.ts';
import type { Erasure } from '#contract/account/schema.ts';
import { t } from '#languages/t.ts';
import { findUserByUid, isUnprovedImport, lockUser } from '#server/auth/queries.ts';
import { endSignIns } from '#server/auth/sign-ins.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { deleteBusyCalendar } from '#server/features/busy/index.ts';
import { deleteCalendar } from '#server/features/calendars/index.ts';
import type { Erasing, Person, Rows } from '#server/features/feature.ts';
import { eraseLearner, findLeaving, passOnLearners } from '#server/features/learners/index.ts';
import { lockClosures } from '#server/features/lessons/index.ts';
import { followKeeping } from '#server/features/recovery/index.ts';
import {
  cancelLeaving,
  findDueToLeave,
  findSelfLearner,
  hasOtherAdmin,
  lockAdmins,
  markLeaving,
  refuseOlderSignIns,
  type UserRow,
} from '#server/features/users/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { eraseRows } from './erase-rows.ts';
import { findFormerFamilies, isEven, keepOpenBooks } from './former-families.ts';
import { notifyOfLeaving, notifyOfStaying } from './notify-of-leaving.ts';
import type { OpenBooks } from './open-books.ts';
import { passOnOwed } from './pass-on-owed.ts';
import { insertErasure } from './queries.ts';

/** What a person gives up by deleting the account, as it is at this moment. Throws `email-not-verified`. */
export async function describeErasure(
  db: Db,
  erasing: Erasing,
  user: Pick<Person, '_id' | 'learnerid'> & Pick<UserRow, 'role' | 'emailverified'>,
  now: number,
): Promise<z.output<typeof Erasure>> {
  await refuseUnproved(db, user);
  const learners = await findLeaving(db, user._id, now);
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
  for (const { findLosses } of Object.values(erasing.rows))
    Object.assign(losses, await findLosses?.(db, family, now));
  if (losses.onlyadmin) return losses;
  const owed = await findOwed(db, erasing, { userid: user._id, now });
  return {
    ...losses,
    owed: owed && {
      ...owed,
      places: owed.places.map(({ learnerid, learnername, ...place }) => ({
        ...place,
        learnerid,
        // By then a child of the account has no name any more.
        learnername: learners.find(({ _id }) => _id === learnerid)?.learnername ?? learnername,
      })),
    },
  };
}

/** What would be open once the account is gone: what that does to the books is done, and taken back. */
const findOwed = (db: Db, erasing: Erasing, of: { userid: string; now: number }) =>
  transactOrTry(db, true, async (tx) => {
    const erased = await eraseIn(tx, withBooksAlone(erasing), of);
    return erased ? erased.owed : undefined;
  });

/**
 * Without what moves no money: a teacher leaves a thousand classes and their lessons in seconds in which no one
 * else can write.
 */
function withBooksAlone({ rows, seats }: Erasing): Erasing {
  const classes = { ...rows.classes };
  const lessons = { ...rows.lessons };
  const changes = { ...rows.changes };
  const users = { ...rows.users };
  for (const table of [classes, lessons, changes, users]) delete table.erase;
  return { seats, rows: { ...rows, classes, lessons, changes, users } };
}

/**
 * A family that the school has entered cannot be deleted by an account that has not proved the address.
 * Throws `email-not-verified`.
 */
export async function refuseUnproved(
  db: Db,
  user: Pick<UserRow, '_id' | 'emailverified'>,
  detail = () => t('errors.confirm_email_then_delete'),
): Promise<void> {
  if (!(await isUnprovedImport(db, user))) return;
  throw new AppError('email-not-verified', { detail });
}

const isOnlyAdmin = async (db: Db, { _id, role }: Pick<UserRow, '_id' | 'role'>) =>
  role === 'admin' && !(await hasOtherAdmin(db, _id));

/**
 * Asks for an account to be deleted in seven days; until then it has no sign-in, what it has stays, and its
 * owner can keep it. They are told by mail, once they have proved the address. Returns whether the account
 * existed, so that it can be repeated. Throws `last-admin` and `email-not-verified`.
 */
export async function askToErase(db: Db, { uid, now }: { uid: string; now: number }): Promise<boolean> {
  return transact(db, async (tx) => {
    const known = await findUserByUid(tx, uid);
    if (!known) return false;
    // Locked, so that the last two admins cannot leave at once.
    await lockAdmins(tx);
    const user = await lockUser(tx, known._id);
    if (!user) return false;
    await refuseUnproved(tx, user);
    if (await isOnlyAdmin(tx, user))
      throw new AppError('last-admin', { detail: () => t('errors.only_admin') });
    if (user.leavesat !== null) return true;
    const leavesat = now + LEAVING_MS;
    await markLeaving(tx, user._id, { askedat: now, leavesat });
    await refuseOlderSignIns(tx, { userid: user._id, now });
    await endSignIns(tx, { userid: user._id, now });
    await deleteCalendar(tx, user._id);
    await deleteBusyCalendar(tx, user._id);
    if (user.emailverified) await notifyOfLeaving(tx, { userid: user._id, leavesat, now });
    return true;
  });
}

/**
 * Keeps an account that was to be deleted, and tells its owner, who has signed in since: a session of before
 * that is carried on elsewhere decides nothing. Throws `account-stays` and `session-ended`.
 */
export async function keepAccount(
  db: Db,
  rows: Rows,
  { uid, authTime, now }: Pick<Identity, 'uid' | 'authTime'> & { now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    const known = await findUserByUid(tx, uid);
    const user = known && (await lockUser(tx, known._id));
    ensure(user, 'account-stays');
    ensure(authTime >= user.validsince, 'session-ended');
    ensure((await cancelLeaving(tx, user._id)) !== undefined, 'account-stays');
    await followKeeping(tx, rows, { userid: user._id, now });
    if (user.emailverified) await notifyOfStaying(tx, { userid: user._id, now });
  });
}

/**
 * Finishes the deletion of every account whose seven days are over, though one of them fails; gives how many
 * are gone.
 */
export async function eraseLeaving(db: Db, erasing: Erasing, now: number): Promise<number> {
  let count = 0;
  const faults: unknown[] = [];
  for (const { _id: userid } of await findDueToLeave(db, now)) {
    const erased = transact(db, (tx) => eraseIn(tx, erasing, { userid, now, isDue: true }));
    if (await erased.catch(refuseOnlyAdmin).catch((fault) => void faults.push(fault))) count++;
  }
  if (faults.length > 0) throw faults[0];
  return count;
}

/** The only admin cannot leave until there is another. */
function refuseOnlyAdmin(error: unknown): false {
  if (error instanceof AppError && error.code === 'last-admin') return false;
  throw error;
}

/** Ends the accounts that stand for erased ones once their books are even; gives how many. */
export async function endFormerFamilies(db: Db, erasing: Erasing, now: number): Promise<number> {
  let count = 0;
  for (const userid of await findFormerFamilies(db, now))
    await transact(db, async (tx) => {
      await lockUser(tx, userid);
      if (!(await isEven(tx, userid))) return;
      if (await eraseIn(tx, erasing, { userid, now })) count++;
    });
  return count;
}

/**
 * Takes a person out of the school, at once and whatever they have here; returns whether the account existed,
 * so that it can be repeated. A child that another guardian has long paid for is theirs from then on. The
 * books keep an unnamed row: a learner that left; where they are not even, an account without a name has them.
 * Throws `last-admin` and `email-not-verified` alone.
 */
export const eraseAccount = (
  db: Db,
  erasing: Erasing,
  { uid, now }: { uid: string; now: number },
): Promise<boolean> =>
  transact(db, async (tx) => {
    const known = await findUserByUid(tx, uid);
    return known !== undefined && (await eraseIn(tx, erasing, { userid: known._id, now })) !== false;
  });

async function eraseIn(
  tx: Db,
  erasing: Erasing,
  { userid, now, isDue = false }: { userid: string; now: number; isDue?: boolean },
): Promise<{ owed: OpenBooks | undefined } | false> {
  // What they are to hold goes to others by closing days, and their own closing days go: before anything
  // else, as everywhere.
  await lockClosures(tx);
  // Locked, so that the last two admins cannot leave at once.
  await lockAdmins(tx);
  // A payment that begins at the same moment either comes first, and is ended here, or finds no account.
  const user = await lockUser(tx, userid);
  if (!user) return false;
  // The owner has kept it meanwhile.
  if (isDue && (user.leavesat === null || user.leavesat > now)) return false;
  // When it was asked for, the address was proved.
  if (!isDue) await refuseUnproved(tx, user);
  if (await isOnlyAdmin(tx, user)) throw new AppError('last-admin', { detail: () => t('errors.only_admin') });
  if (user.uid !== null) await insertErasure(tx, { uid: user.uid, createdat: now });
  const when = { askedat: user.leaveaskedat ?? now, now };
  const person = { ...user, learnerid: await findSelfLearner(tx, user._id) };
  for (const id of await passOnLearners(tx, user._id, { ...when, moveOwed: passOnOwed }))
    await eraseLearner(tx, erasing, { id, ...when });
  let owed: OpenBooks | undefined;
  await eraseRows(tx, erasing, person, now, async () => {
    owed = await keepOpenBooks(tx, erasing, { userid, now });
  });
  return { owed };
}
