import { lockUserByEmail } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findClass } from '#server/features/classes/index.ts';
import { findOpenOrder } from '#server/features/payments/index.ts';
import { lockFullClass } from '#server/features/seats/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { closeEntry } from './close-entry.ts';
import * as queries from './queries.ts';

type JoinInput = { classid: string; email: string; now: number };

/** Puts a student at the end of the waitlist of a full class; who is on it already keeps their place. Throws why there is no need. */
export async function joinWaitlist(db: Db, { classid, email, now }: JoinInput): Promise<queries.WaitlistRow> {
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved', 'class-closed');
  const known = await queries.findOpenEntry(db, { classid, email });
  if (known) return known;
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone: nobody else would ever take the seat that is offered to it.
    ensure(await lockUserByEmail(tx, email), 'session-ended');
    // From here on no seat can come free unseen.
    ensure(await lockFullClass(tx, classid), 'seats-free');
    const order = await findOpenOrder(tx, { classid, email });
    ensure(order?.state !== 'enrolled', 'already-enrolled');
    ensure(!order, 'seat-held');
    return queries.insertEntry(tx, { classid, email, now });
  }).catch(async (error) => {
    const other = isUniqueViolation(error) && (await queries.findOpenEntry(db, { classid, email }));
    if (other) return other;
    throw error;
  });
}

const RETRIES = 3;

/**
 * Leaves the waitlist or declines an offer, whichever it is now; gives whether that freed a seat. Throws `waitlist-not-found` unless
 * it is the student's own, and `waitlist-changing`.
 */
export async function leaveWaitlist(
  db: Db,
  { id, email, now }: { id: string; email: string; now: number },
): Promise<boolean> {
  for (let attempt = 1; attempt <= RETRIES; attempt++) {
    const entry = await queries.findEntry(db, id);
    ensure(entry && entry.email === email && entry.state !== 'closed', 'waitlist-not-found');
    if (await transact(db, (tx) => closeEntry(tx, entry, now))) return entry.state === 'offered';
  }
  throw new AppError('waitlist-changing');
}
