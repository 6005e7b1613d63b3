import { isUnprovedImport } from '#server/auth/queries.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { findInvoices } from './queries.ts';
import { shownOf } from './shown.ts';

const BOOKS = 'An issued invoice stays as it was issued, as the law asks of the books.';

export const invoiceRows = {
  invoices: {
    columns: {
      userid: { account: 'moves', inUse: { says: 'imports.in_use_payment' } },
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    export: async (db, { _id }) => ({
      invoices: (await isUnprovedImport(db, { _id })) ? [] : (await findInvoices(db, _id)).map(shownOf),
    }),
    keepBooks: async (tx, { from, to }) => {
      await tx.updateTable('invoices').set({ userid: to }).where('userid', '=', from).execute();
    },
    stillNames: { printed: BOOKS },
    example: ({ now, id, userid, name, number }) => [
      {
        _id: id('invoice'),
        number: `2026-${String(number).padStart(4, '0')}`,
        userid,
        kind: 'invoice' as const,
        state: 'issued' as const,
        issuedday: '2026-09-01',
        dueday: '2026-09-15',
        total: 2500,
        currency: 'usd',
        printed: exampleOf(name),
        byid: userid,
        createdat: now,
      },
    ],
    recovery: { stays: 'Only admins issue invoices, and make them void by a credit note.' },
  },
  invoicelines: {
    example: ({ id }) => [
      {
        _id: id('invoice-line'),
        invoiceid: id('invoice'),
        chargeid: id('charge-of-own'),
        stands: 1 as const,
      },
    ],
    export: { none: 'Each invoice is in it, and what it is over stands in the file of the invoice.' },
    recovery: { stays: 'It is what an invoice is over.' },
  },
  invoicenumbers: {
    example: ({ number }) => [{ year: String(3000 + number), last: 1 }],
    export: { none: 'It names no one.' },
    recovery: { stays: 'It names no one.' },
    small: 'It has a row a year.',
  },
} satisfies FeatureRows;

/** What an invoice of one line says. */
const exampleOf = (name: string) => {
  const line = { label: 'Exam in March', about: [], taxrate: 0, net: 2500, tax: 0, gross: 2500 };
  const { label, about, ...tax } = line;
  return JSON.stringify({
    kind: 'invoice',
    number: '2026-0001',
    issuedday: '2026-09-01',
    dueday: '2026-09-15',
    cancels: null,
    reason: null,
    currency: 'usd',
    school: { name: 'Cadenza', lines: [], taxnumber: null },
    payer: { name, lines: [] },
    lines: [line],
    taxes: [tax],
    total: 2500,
    paid: 0,
    terms: null,
    bank: null,
    language: 'en',
    paper: 'A4',
    colour: '#5b2a6e',
    transfer: null,
    words: {
      title: 'Invoice 2026-0001',
      to: 'Bill to',
      facts: [],
      columns: ['Billed for', 'Amount'],
      rows: [{ label, about, sums: ['$25.00'] }],
      sums: [{ label: 'Total', value: '$25.00', isTotal: true }],
      pay: null,
      notes: [],
      page: 'Page %1 of %2',
    },
  });
};
