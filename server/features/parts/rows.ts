import { isUnprovedImport } from '#server/auth/queries.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { exportParts, waiveOf } from './queries.ts';

/** The parts in which families pay their invoices. */
export const instalmentRows = {
  instalments: {
    columns: {
      userid: {
        account: { stays: 'The card of who agreed pays, and no other; the invoice says who owes.' },
        inUse: { says: 'imports.in_use_payment' },
      },
    },
    export: async (db, { _id }) =>
      (await isUnprovedImport(db, { _id })) ? {} : { instalments: await exportParts(db, _id) },
    erase: (tx, { _id }, { now }) => waiveOf(tx, _id, now),
    example: ({ now, id, userid }) => [
      {
        _id: id('instalment'),
        invoiceid: id('invoice'),
        userid,
        number: 1,
        day: '2026-09-01',
        amount: 834,
        state: 'waived' as const,
        paymentid: null,
        attempts: 0,
        refusal: null,
        workat: null,
        createdat: now,
        updatedat: now,
      },
    ],
    recovery: {
      stays: 'It pays what the account owes, and with its cards forgotten no card is charged for it.',
    },
  },
} satisfies FeatureRows;
