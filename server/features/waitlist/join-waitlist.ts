import { type Caller, lockUser } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { checkAge, findClass } from '#server/features/classes/index.ts';
import { findOpenOrder } from '#server/features/payments/index.ts';
import { lockFullClass } from '#server/features/seats/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { closeEntry } from './close-entry.ts';
import * as queries from './queries.ts';

type Student = Pick<Caller, '_id' | 'learnerid'>;
/** `day` is the school's, by which ages are counted. */
type JoinInput = { classid: string; student: Student; day: string; now: number };

/** Puts a student at the end of the waitlist of a full class; a student who is on it already keeps their place. Throws why there is no need. */
export async function joinWaitlist(
  db: Db,
  { classid, student, day, now }: JoinInput,
): Promise<queries.WaitlistRow> {
  const { _id: userid, learnerid } = student;
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved', 'class-closed');
  const known = await queries.findOpenEntry(db, { learnerid, classid });
  if (known) return known;
  await checkAge(db, wanted, { learnerid, day });
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone: nobody else would ever take the seat that is offered to it.
    ensure(await lockUser(tx, userid), 'session-ended');
    // From here on no seat can come free unseen.
    ensure(await lockFullClass(tx, classid), 'seats-free');
    const order = await findOpenOrder(tx, { learnerid, classid });
    ensure(order?.state !== 'enrolled', 'already-enrolled');
    ensure(!order, 'seat-held');
    return queries.insertEntry(tx, { learnerid, classid, now });
  }).catch(async (error) => {
    const other = isUniqueViolation(error) && (await queries.findOpenEntry(db, { learnerid, classid }));
    if (other) return other;
    throw error;
  });
}

const RETRIES = 3;

/**
 * Leaves the waitlist or declines an offer, whichever it is now; gives whether that freed a seat. Throws `waitlist-not-found`
 * where it is over, and `waitlist-changing`.
 */
export async function leaveWaitlist(db: Db, { id, now }: { id: string; now: number }): Promise<boolean> {
  for (let attempt = 1; attempt <= RETRIES; attempt++) {
    const entry = await queries.findEntry(db, id);
    ensure(entry && entry.state !== 'closed', 'waitlist-not-found');
    if (await transact(db, (tx) => closeEntry(tx, entry, now))) return entry.state === 'offered';
  }
  throw new AppError('waitlist-changing');
}
