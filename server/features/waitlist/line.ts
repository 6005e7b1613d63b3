import { lockUserByEmail } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findClass } from '#server/features/classes/index.ts';
import { findOpenOrder } from '#server/features/payments/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Wish = { classid: string; email: string; now: number };

/** Puts a student at the end of the line for a full class; who is in line already keeps their place. Throws why there is no need. */
export async function joinLine(db: Db, { classid, email, now }: Wish): Promise<queries.WaitlistRow> {
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved', 'class-closed');
  const known = await queries.findOpenEntry(db, { classid, email });
  if (known) return known;
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone: nobody else would ever take the seat that is offered to it.
    ensure(await lockUserByEmail(tx, email), 'session-ended');
    // From here on no seat can come free unseen.
    ensure(await queries.lockFullClass(tx, classid), 'seats-free');
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
 * Leaves the line or declines an offer, whichever it is by now; gives whether that freed a seat. Throws `waitlist-not-found` unless
 * it is the student's own, and `waitlist-changing`.
 */
export async function leaveLine(
  db: Db,
  { id, email, now }: { id: string; email: string; now: number },
): Promise<boolean> {
  for (let attempt = 1; attempt <= RETRIES; attempt++) {
    const entry = await queries.findEntry(db, id);
    ensure(entry && entry.email === email && entry.state !== 'closed', 'waitlist-not-found');
    if (await transact(db, (tx) => queries.closeEntry(tx, entry, now))) return entry.state === 'offered';
  }
  throw new AppError('waitlist-changing');
}
