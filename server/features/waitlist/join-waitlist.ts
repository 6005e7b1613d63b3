import { t } from '#languages/t.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { LostRace, transact } from '#server/database/transact.ts';
import {
  checkAge,
  checkOpening,
  familyHolds,
  findClass,
  lockFullClass,
  tooManyHeld,
} from '#server/features/classes/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { isClassOver } from '#server/features/lessons/index.ts';
import { findOpenOrder } from '#server/features/orders/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { closeEntries, withGroup } from './close-entry.ts';
import * as queries from './queries.ts';

type JoinInput = {
  classid: string;
  /** Who asks for it, and may for these learners. */
  caller: Pick<Caller, '_id' | 'learnerid' | 'emailverified'>;
  /** One, or all who wait together. */
  learnerids: readonly [string, ...string[]];
  /** How much of a class one family may have held at once. */
  familyHoldsPercent: number;
  /** The school's, by which ages are counted. */
  day: string;
  now: number;
};

/**
 * Puts a learner at the end of the waitlist of a full class, or several together at one place of a class with
 * too few seats for all of them; a learner who is on it already in that way keeps the place. Throws why they
 * cannot or need not.
 */
export async function joinWaitlist(db: Db, input: JoinInput): Promise<queries.WaitlistRow[]> {
  const { classid, learnerids, day, now } = input;
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved', 'class-closed');
  const known = await findKnown(db, input);
  if (known) return known;
  ensure(!(await isClassOver(db, classid, now)), 'class-over');
  // One alone may wait for seats that are still to come.
  if (learnerids.length > Math.max(wanted.capacity, 1)) {
    throw new AppError('seats-too-few', { detail: () => t('errors.fewer_places_than_children') });
  }
  const bound = familyHolds(wanted.capacity, input.familyHoldsPercent);
  if (learnerids.length > bound) throw tooManyHeld(bound);
  for (const learnerid of learnerids) {
    await checkOpening(db, wanted, { learnerid, now });
    await checkAge(db, wanted, { learnerid, day, now });
  }
  return transact(db, (tx) => insertEntries(tx, input)).catch(async (error) => {
    const other = isUniqueViolation(error) && (await findKnown(db, input));
    if (other) return other;
    throw error;
  });
}

/**
 * The entries of those who wait already, just as they want to; undefined where none does. Throws
 * `already-waiting` where some do otherwise.
 */
async function findKnown(
  db: Db,
  { classid, learnerids }: JoinInput,
): Promise<queries.WaitlistRow[] | undefined> {
  const entries = await queries.findOpenEntriesFor(db, { learnerids, classid });
  const [first] = entries;
  if (!first) return undefined;
  if (learnerids.length === 1) return entries;
  const { groupid } = first;
  const group = groupid === null ? [] : await queries.findGroup(db, groupid, queries.OPEN);
  const isSame = group.length === learnerids.length && entries.every((entry) => entry.groupid === groupid);
  ensure(isSame && entries.length === group.length, 'already-waiting');
  return entries;
}

async function insertEntries(tx: Db, { classid, caller, learnerids, now }: JoinInput) {
  // A learner who is being deleted waits here, or is gone: a seat offered to them would never be taken.
  ensure(await lockUser(tx, caller._id), 'session-ended');
  for (const learnerid of learnerids.toSorted()) await findLearner(tx, caller, learnerid, 'enrol');
  // From here on no seat can come free unseen.
  ensure(await lockFullClass(tx, classid, learnerids.length), 'seats-free');
  const groupid = learnerids.length > 1 ? newId(now) : null;
  // Ids of one moment come in any order; these are in the one in which the learners were named.
  const ids = learnerids.map(() => newId(now)).sort();
  const entries: queries.WaitlistRow[] = [];
  for (const [at, learnerid] of learnerids.entries()) {
    const order = await findOpenOrder(tx, { learnerid, classid });
    ensure(order?.state !== 'enrolled', 'already-enrolled');
    ensure(!order, 'seat-held');
    entries.push(await queries.insertEntry(tx, { _id: ids[at], learnerid, classid, groupid, now }));
  }
  return entries;
}

const RETRIES = 3;

/**
 * Leaves the waitlist or declines an offer, whichever it is now, for all who wait together. Throws
 * `waitlist-not-found` where it is over, and `waitlist-changing`.
 */
export async function leaveWaitlist(db: Db, { id, now }: { id: string; now: number }): Promise<void> {
  for (let attempt = 1; attempt <= RETRIES; attempt++) {
    const entry = await queries.findEntry(db, id);
    ensure(entry && entry.state !== 'closed', 'waitlist-not-found');
    const left = await transact(db, async (tx) => {
      const entries = await withGroup(tx, entry);
      return closeEntries(tx, entries, now);
    }).catch((error) => {
      if (error instanceof LostRace) return false;
      throw error;
    });
    if (left) return;
  }
  throw new AppError('waitlist-changing');
}
