import { formerStudent } from '#contract/former.ts';
import type { PlainId } from '#languages/t.ts';
import { inBatches } from '#server/database/lists/batches.ts';
import { type InZone, type SchoolNow, schoolDay, spanOfMonth } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findDebtors } from '#server/features/debts/index.ts';
import { numberOf } from '#server/features/enrolments/index.ts';
import { printedOf, taxedLine } from '#server/features/invoices/index.ts';
import type { Cell } from '#server/http/answers/send-csv.ts';
import { findChargeBatch, findInvoiceBatch, findPaidNumbers } from './accountant-queries.ts';
import { each, OUTGOING, type Table } from './csv-tables.ts';
import { findPaymentBatch } from './queries.ts';

/** The same columns in each of the files, so that they can be read one below the other. */
const HEAD = [
  'csv.day',
  'csv.number',
  'csv.family',
  'csv.net',
  'csv.tax',
  'csv.gross',
  'csv.kind',
  'csv.reference',
  'csv.tax_rate',
  'csv.billed_for',
  'csv.currency',
] as const satisfies readonly PlainId[];

type Booked = {
  day: string;
  /** Of the invoice, or of the receipts. */
  number: string | null;
  family: string | null;
  /** Absent of what moved: tax is owed of what was charged, not of what was paid. */
  taxed?: { net: number; tax: number; taxrate: number };
  gross: number;
  kind: string;
  reference: string | null;
  what?: string | null;
  currency: string;
};

const cellsOf = ({ day, number, family, taxed, gross, kind, reference, what, currency }: Booked): Cell[] => [
  day,
  number,
  family ?? formerStudent(),
  taxed ? { cents: taxed.net } : null,
  taxed ? { cents: taxed.tax } : null,
  { cents: gross },
  kind,
  reference,
  taxed ? taxed.taxrate / 10 : null,
  what ?? null,
  currency.toUpperCase(),
];

/**
 * Every movement, the oldest first, or those of a month, which add up to what the money check has of it; the
 * day is the one on which money moved, as an admin said.
 */
export const movementTable = (db: Db, school: InZone, month?: string): Table => {
  const span = month === undefined ? undefined : spanOfMonth(school, month);
  const batches = inBatches(async (batch) => {
    const moved = await findPaymentBatch(db, { ...batch, span });
    const numbers = await findPaidNumbers(
      db,
      moved.filter(({ userid }) => userid !== null).map(({ _id }) => _id),
    );
    return moved.map((one) => ({ ...one, numbers: numbers.get(one._id) ?? [] }));
  });
  return {
    head: HEAD,
    rows: each(batches, ({ createdat, kind, amount, receipts, numbers, payer, intentid, ref, ...moved }) =>
      cellsOf({
        day: moved.day ?? schoolDay(school, createdat),
        number: [...receipts.map(({ id, day }) => numberOf(id, day)), ...numbers].join(', ') || null,
        family: payer,
        gross: OUTGOING.has(kind) ? -amount : amount,
        kind,
        reference: intentid ?? ref,
        what: moved.classname,
        currency: moved.currency,
      }),
    ),
  };
};

/** Every charge and reversal by its day, or those of a month; what lowers a debt is negative. */
export const chargeTable = (db: Db, month?: string): Table => ({
  head: HEAD,
  rows: each(
    inBatches((batch) => findChargeBatch(db, { ...batch, month })),
    ({ id, day, number, name, amount, taxrate, kind, label, reverses, currency }) =>
      cellsOf({
        day,
        number,
        family: name,
        taxed: taxedLine(amount, taxrate, { label, about: [] }),
        gross: amount,
        kind: reverses === null ? kind : 'reversal',
        reference: reverses ?? id,
        what: label,
        currency,
      }),
  ),
});

/** What families have not paid in time, a row for each invoice or place, with the day since which it is owed. */
export const debtorTable = (db: Db, school: SchoolNow, now: number): Table => ({
  head: HEAD,
  rows: debtRows(db, school, now),
});

async function* debtRows(db: Db, school: SchoolNow, now: number): AsyncGenerator<Cell[]> {
  for (const { name, items, currency } of await findDebtors(db, { school, now }))
    for (const { _id, kind, number, classname, learnername, day, amount } of items)
      yield cellsOf({
        day,
        number: number ?? null,
        family: name,
        gross: amount,
        kind,
        reference: _id,
        what: kind === 'place' ? [classname, learnername].filter(Boolean).join(', ') : null,
        currency,
      });
}

/**
 * Every invoice and credit note by its day, or those of a month, a row for each of its tax rates, as it was
 * issued: a void one and its credit note add up to nothing.
 */
export const invoiceTable = (db: Db, month?: string): Table => ({ head: HEAD, rows: invoiceRows(db, month) });

async function* invoiceRows(db: Db, month?: string): AsyncGenerator<Cell[]> {
  for await (const invoice of inBatches((batch) => findInvoiceBatch(db, { ...batch, month }))) {
    const { issuedday: day, number, kind, state, currency, other } = invoice;
    const { taxes, payer } = printedOf(invoice);
    for (const { gross, ...taxed } of taxes)
      yield cellsOf({
        day,
        number,
        family: payer.name,
        taxed,
        gross,
        kind: state === 'void' ? 'void' : kind,
        reference: other,
        currency,
      });
  }
}
