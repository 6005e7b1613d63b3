import { localeOf } from '#server/database/rows/locale.ts';
import { findSchool, type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { addCharges } from '#server/features/charges/index.ts';
import { creditLabel } from './labels.ts';
import * as queries from './lesson-queries.ts';
import { findBillingSettings } from './settings.ts';

type Order = Row<'orders'> & { classid: string };

/** Notes which lessons the first sum of a place is for, so that no run bills them again. */
export async function billFirstLessons(tx: Db, order: Order): Promise<void> {
  const { _id: orderid, learnerid, classid, billfrom: from, billto: to, createdat } = order;
  if (from === null || to === null) return;
  const lessons = await queries.findLessonsOn(tx, { classid, from, to });
  const left = lessons.filter(({ startsat }) => startsat > createdat);
  // Rounded down, so that all together give back no more than was paid.
  const each = Math.floor((order.amount + order.restamount) / left.length);
  await queries.insertBilled(
    tx,
    left.map(({ _id: lessonid, day }) => ({
      lessonid,
      learnerid,
      classid,
      day,
      chargeid: null,
      orderid,
      amount: each,
      createdat: order.updatedat,
    })),
  );
}

/**
 * A place ends: what a run has billed of lessons that are not held any more is credited, unless the school
 * keeps it; what the first sum was for goes back with the order. From then on none of them is billed.
 */
export async function endBilledLessons(
  tx: Db,
  order: Pick<Order, '_id' | 'learnerid' | 'classid'>,
  { isKept, now }: { isKept: boolean; now: number },
): Promise<void> {
  const { _id: orderid, learnerid, classid } = order;
  const found = await queries.findNotHeld(tx, { learnerid, classid, now });
  if (found.length > 0 && !isKept) await creditLessons(tx, found, { key: `ended.${orderid}`, classid, now });
  await queries.deleteToCome(tx, { learnerid, classid, now });
}

/** Who credits lessons of a class, and when; `key` with the account and the learner names the credit. */
type Crediting = { key: string; classid: string; byid?: string | null; now: number };

/** Credits lessons that are billed, to each account that pays; gives how many credits, and their sum in cents. */
export async function creditLessons(
  tx: Db,
  lessons: readonly queries.Standing[],
  { key, classid, byid = null, now }: Crediting,
): Promise<{ count: number; cents: number }> {
  const paid = lessons.filter(({ userid, amount }) => userid !== null && amount > 0);
  if (paid.length === 0) return { count: 0, cents: 0 };
  const school = await findSchoolIn(tx);
  const { taxrate } = await findBillingSettings(tx);
  let [count, cents] = [0, 0];
  for (const own of Map.groupBy(paid, ({ userid, learnerid }) => `${userid}.${learnerid}`).values()) {
    const [{ userid, learnerid } = { userid: null, learnerid: '' }] = own;
    const amount = own.reduce((sum, one) => sum + one.amount, 0);
    const [credit] = await addCharges(tx, [
      {
        userid,
        learnerid,
        classid,
        kind: 'credit',
        label: creditLabel(
          school,
          own.map(({ day }) => day),
        ),
        amount,
        currency: school.currency,
        taxrate,
        day: schoolDay(school, now),
        key: `${key}.${userid}.${learnerid}`,
        byid,
        now,
      },
    ]);
    if (!credit?.isNew) continue;
    await queries.setCredit(tx, {
      learnerid,
      creditid: credit._id,
      lessonids: own.map(({ lessonid }) => lessonid),
    });
    count += 1;
    cents += amount;
  }
  return { count, cents };
}

/** The school as the transaction knows it. */
export async function findSchoolIn(tx: Db): Promise<SchoolNow> {
  const school = await findSchool(tx);
  if (!school) throw new Error('There is no school.');
  return { ...school, locale: localeOf(school.country) };
}

/** A place goes to another learner of the family, and with it the lessons to come that are billed. */
export const passBilledLessonsOn = queries.moveToCome;
