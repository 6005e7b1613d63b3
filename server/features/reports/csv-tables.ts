import { teacherName } from '#contract/former.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import type { PlainId } from '#languages/t.ts';
import { inBatches } from '#server/database/lists/batches.ts';
import { type InZone, schoolDay, spanOfMonth } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { numberOf } from '#server/features/enrolments/index.ts';
import { type Cell, csvEmail, csvMoment, csvMoney } from '#server/http/answers/send-csv.ts';
import { findClassBatch, findPaymentBatch, findUserBatch } from './queries.ts';

export type Table = { head: readonly PlainId[]; rows: AsyncIterable<Cell[]> };

export async function* each<T>(rows: AsyncIterable<T>, cells: (row: T) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield cells(row);
}

/** All users, the oldest account first. */
export const userTable = (db: Db): Table => ({
  head: ['csv.name', 'csv.email', 'csv.role', 'csv.joined'],
  rows: each(
    inBatches((batch) => findUserBatch(db, batch)),
    (user) => [user.name, user.email, user.role, csvMoment(user.createdat)],
  ),
});

/** Every class that is not deleted, the oldest first. */
export const classTable = (db: Db): Table => ({
  head: [
    'csv.class',
    'csv.instructor',
    'csv.instructor_email',
    'csv.status',
    'csv.level',
    'csv.group',
    'csv.price',
    'csv.available_seats',
    'csv.enrolled',
    'csv.feedback',
    'csv.added',
  ],
  rows: each(
    inBatches((batch) => findClassBatch(db, batch)),
    (item) => [
      item.classname,
      teacherName(item.instructorname),
      csvEmail(item.instructoremail),
      item.status,
      item.level,
      item.group,
      csvMoney(item.price),
      item.availableseat,
      item.enrolledstudents,
      item.feedback,
      csvMoment(item.createdat),
    ],
  ),
});

export const OUTGOING = new Set(['refund', 'chargeback', 'cash_refund', 'transfer_refund']);

/**
 * Every charge and refund, by card or by hand, the oldest first, or those of a month; what went back is a
 * negative amount, so that the column adds up to what was taken. Days and months are the school's, and the
 * last row of a month has its total.
 */
export const paymentTable = (db: Db, school: InZone, month?: string): Table => ({
  head: [
    'csv.date',
    'csv.kind',
    'csv.amount',
    'csv.currency',
    'csv.email',
    'csv.class',
    'csv.transaction',
    'csv.reference',
    'csv.reason',
    'csv.day',
    'csv.month',
    'csv.payer',
    'csv.receipt',
    'csv.month_total',
  ],
  rows: paymentRows(db, school, month),
});

async function* paymentRows(db: Db, school: InZone, month?: string): AsyncGenerator<Cell[]> {
  const span = month === undefined ? undefined : spanOfMonth(school, month);
  let total = { month: '', cents: 0 };
  for await (const entry of inBatches((batch) => findPaymentBatch(db, { ...batch, span }))) {
    const day = schoolDay(school, entry.createdat);
    const cents = OUTGOING.has(entry.kind) ? -entry.amount : entry.amount;
    const of = day.slice(0, 7);
    total = { month: of, cents: (total.month === of ? total.cents : 0) + cents };
    yield [
      csvMoment(entry.createdat),
      entry.kind,
      csvMoney(cents),
      entry.currency.toUpperCase(),
      entry.email,
      entry.classname,
      entry.intentid,
      entry.ref,
      entry.reason && reasonWords(entry.reason),
      day,
      of,
      entry.payer,
      entry.receipts.map(({ id, day }) => numberOf(id, day)).join(', ') || null,
      csvMoney(total.cents),
    ];
  }
}
