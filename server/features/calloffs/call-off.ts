import type * as z from 'zod';
import type { CalledOff } from '#contract/classes/answers.schema.ts';
import type { CallOffRefund } from '#contract/classes/calls.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import {
  findClass,
  lockClass,
  markCalledOff,
  notifyCalledOff,
  notifyOfClass,
} from '#server/features/classes/index.ts';
import { cancelLessons, countLessonsToCome } from '#server/features/lessons/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { findOpenEntriesOfClass } from '#server/features/waitlist/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { AddressedLetter } from '#server/jobs/letter.ts';
import { addressed } from '#server/jobs/send-due-mails.ts';
import { type EndingPlace, findEndings } from './end-places.ts';
import { findTold, letterOf, notifyOwedBack, notifyWaiting } from './letters.ts';
import * as queries from './queries.ts';

/** What it does, in cents; kept as JSON. */
export type Sums = Omit<z.output<typeof CalledOff>, 'mail'>;

type CallOffInput = { reason: string; refund: CallOffRefund; key: string };
type Of = { id: string; refund: CallOffRefund; currency: string; now: number };

/**
 * Calls a class off, in one transaction: it leaves every list, its lessons to come are cancelled, no one pays
 * for it or waits for it any more; `actor` is null where the school itself does it. Its places end by the job that this wakes. The same key again gives what
 * was done. Throws `class-not-found` and `already-called-off`.
 */
export async function callOff(
  payments: Payments,
  { reason, refund, key }: CallOffInput,
  { id, actor }: { id: string; actor: Actor },
): Promise<Sums> {
  const { db, seats, checkpoint } = payments;
  const { currency } = await payments.terms();
  const now = payments.now();
  const done = await transact(db, async (tx) => {
    await seats.suspend(tx, { classid: id, now });
    if (!(await lockClass(tx, id))) return { sums: await readDone(tx, { id, key }), isNew: false };
    const waiting = await findWaiting(tx, id);
    const { sums, endings } = await findOutcome(tx, { id, refund, currency, now });
    const calledOff = await markCalledOff(tx, id, now);
    ensure(calledOff, 'class-not-found');
    const { classname } = calledOff;
    const about = { classid: id, classname, reason, now };
    await seats.close(tx, { classid: id, now });
    await cancelLessons(tx, { classid: id, reason, actor, now });
    const row = { _id: id, reason, refund, key, byid: actor?._id ?? null, sums: JSON.stringify(sums) };
    await queries.insertCallOff(tx, { ...row, workat: now, createdat: now });
    await insertChange(tx, {
      about: 'class',
      subjectid: id,
      subjectname: classname,
      action: 'called-off',
      note: reason,
      before: calledOff.status,
      after: refund,
      actor,
      now,
    });
    await notifyOfClass(tx, 'class.called-off', { classid: id, now });
    const { lessons, places } = sums;
    await notifyCalledOff(tx, calledOff, { lessons, places, reason, actor, now });
    await notifyWaiting(tx, waiting, about);
    const byHand = endings.filter(({ way }) => way === 'byhand').length;
    await notifyOwedBack(tx, { cents: sums.sums.byhand, currency, places: byHand }, about);
    checkpoint('inside-calling-off');
    return { sums, isNew: true };
  });
  if (done.isNew) {
    checkpoint('called-off');
    payments.changed();
  }
  return done.sums;
}

/** What was done under this key. */
async function readDone(tx: Db, { id, key }: { id: string; key: string }): Promise<Sums> {
  const done = await queries.findCallOff(tx, id);
  ensure(done, 'class-not-found');
  ensure(done.key === key, 'already-called-off');
  return JSON.parse(done.sums) as Sums;
}

/**
 * What calling a class off would do at this moment, and the letter that one of the families would get, with
 * its subject; undefined where there is none. Throws `class-not-found` and `already-called-off`.
 */
export async function tryCallOff(
  payments: Payments,
  { reason, refund }: Pick<CallOffInput, 'reason' | 'refund'>,
  id: string,
): Promise<{ sums: Sums; letter: AddressedLetter | undefined; classname: string }> {
  const { db } = payments;
  const { currency } = await payments.terms();
  const found = await findClass(db, id);
  ensure(found || !(await queries.findCallOff(db, id)), 'already-called-off');
  ensure(found, 'class-not-found');
  const { classname } = found;
  const now = payments.now();
  const { sums, endings } = await findOutcome(db, { id, refund, currency, now });
  const [first] = endings;
  const ofFirst = endings.filter(({ place }) => place.familyid === first?.place.familyid);
  const [told] = await findTold(db, ofFirst);
  if (!told) return { sums, classname, letter: undefined };
  const [userid, one] = told;
  // As an outbox names the mail, by whose reader it tells who may be named.
  const letter = await addressed(
    db,
    { _id: `${newId(now)}-${userid}` },
    letterOf(one, { classname, reason }),
  );
  return { sums, letter, classname };
}

async function findOutcome(db: Db, of: Of): Promise<{ sums: Sums; endings: EndingPlace[] }> {
  const { id, currency, now } = of;
  const places = await queries.findPlaces(db, id);
  const endings = await findEndings(db, places, of);
  const sumOf = (by: EndingPlace['way']) =>
    endings.reduce((total, { way, cents }) => (way === by ? total + cents : total), 0);
  // What is no longer owed, as places that were not paid.
  const credited = endings.reduce((total, ending) => total + ending.credited, 0);
  const sums = {
    lessons: await countLessonsToCome(db, { classid: id, now }),
    places: places.length,
    // Those who are written to: a family may have no address.
    families: (
      await findAddresses(
        db,
        places.map(({ familyid }) => familyid),
      )
    ).size,
    waiting: (await findWaiting(db, id)).length,
    sums: { card: sumOf('card'), byhand: sumOf('byhand'), struck: sumOf('struck') + credited },
    currency,
  };
  return { sums, endings };
}

/** Learners who wait for a place of a class, or have one offered; who pays for it does not wait any more. */
async function findWaiting(db: Db, classid: string): Promise<string[]> {
  const entries = await findOpenEntriesOfClass(db, classid);
  return entries.filter(({ state }) => state !== 'taken').map(({ learnerid }) => learnerid);
}
