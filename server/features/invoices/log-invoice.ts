import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import type { InvoiceRow } from './queries.ts';

type Logged = {
  /** To whose family it was issued. */
  user: { _id: string; name: string };
  action: 'invoiced' | 'invoice-voided';
  actor: Actor;
  now: number;
};

/** Adds a line about an invoice to the school's log: its number and its sum. */
export const logInvoice = (tx: Db, { number, total, currency }: InvoiceRow, { user, ...change }: Logged) =>
  insertChange(tx, {
    about: 'family',
    subjectid: user._id,
    subjectname: user.name,
    note: sumNote(Math.abs(total), currency),
    before: number,
    ...change,
  });
