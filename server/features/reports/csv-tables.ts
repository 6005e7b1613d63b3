import { inBatches } from '#server/database/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { type Cell, csvEmail, csvMoment, csvMoney } from '#server/http/send-csv.ts';
import { findClassBatch, findPaymentBatch, findUserBatch } from './queries.ts';

type Table = { head: string[]; rows: AsyncIterable<Cell[]> };

async function* each<T>(rows: AsyncIterable<T>, cells: (row: T) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield cells(row);
}

/** Everybody, the longest known first. */
export const userTable = (db: Db): Table => ({
  head: ['Name', 'Email', 'Role', 'Joined'],
  rows: each(
    inBatches((batch) => findUserBatch(db, batch)),
    (user) => [user.name, user.email, user.role, csvMoment(user.createdat)],
  ),
});

/** Every class that is not deleted, the oldest first. */
export const classTable = (db: Db): Table => ({
  head: [
    'Class',
    'Instructor',
    'Instructor email',
    'Status',
    'Level',
    'Group',
    'Price',
    'Available seats',
    'Enrolled',
    'Feedback',
    'Added',
  ],
  rows: each(
    inBatches((batch) => findClassBatch(db, batch)),
    (item) => [
      item.classname,
      item.instructorname,
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

const OUTGOING = new Set(['refund', 'chargeback', 'cash_refund', 'transfer_refund']);

/** Every charge and refund, by card or by hand, the oldest first; what went back is a negative amount, so that the column adds up to what was taken. */
export const paymentTable = (db: Db): Table => ({
  head: ['Date', 'Kind', 'Amount', 'Currency', 'Email', 'Class', 'Transaction', 'Reference', 'Reason'],
  rows: each(
    inBatches((batch) => findPaymentBatch(db, batch)),
    (entry) => [
      csvMoment(entry.createdat),
      entry.kind,
      csvMoney(OUTGOING.has(entry.kind) ? -entry.amount : entry.amount),
      entry.currency.toUpperCase(),
      entry.email,
      entry.classname,
      entry.intentid,
      entry.ref,
      entry.reason,
    ],
  ),
});
