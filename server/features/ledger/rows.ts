import { isUnprovedImport } from '#server/auth/queries.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { exportMovements } from './export-movements.ts';
import { openAccountMerging, passOnOpenAccount } from './open-accounts.ts';

export const ledgerRows = {
  ledger: {
    columns: { userid: { account: 'moves', inUse: { says: 'imports.in_use_payment' } } },
    export: async (db, { _id }) => ({
      movements: (await isUnprovedImport(db, { _id })) ? [] : await exportMovements(db, _id),
    }),
    keepBooks: async (tx, { from, to }) => {
      await tx.updateTable('ledger').set({ userid: to }).where('userid', '=', from).execute();
    },
    example: ({ now, id, userid }) => [
      {
        _id: id('movement'),
        orderid: id('order'),
        kind: 'charge',
        ref: id('charge'),
        amount: 6000,
        createdat: now,
      },
      {
        _id: id('family-payment'),
        userid,
        day: '2026-09-01',
        kind: 'cash',
        ref: id('by-hand'),
        amount: 2500,
        seats: 0,
        createdat: now,
      },
    ],
    recovery: { stays: 'What moved at the provider has moved.' },
  },
  allocations: {
    example: ({ now, id }) => [
      { ledgerid: id('family-payment'), orderid: id('order'), invoiceid: null, amount: 1000, createdat: now },
      {
        ledgerid: id('family-payment'),
        orderid: null,
        invoiceid: id('invoice'),
        // All of it pays something: nothing is left for a merge to pay with.
        amount: 1500,
        createdat: now,
      },
    ],
    recovery: { stays: 'What was paid is paid.' },
  },
  openaccounts: {
    columns: { userid: { account: { merging: openAccountMerging } } },
    keepBooks: passOnOpenAccount,
    export: { none: 'It says only that the account is looked at; what it owes is in its statement.' },
    example: ({ now, userid }) => [{ userid, workat: now }],
    recovery: { stays: 'What the family owes is owed.' },
  },
  ledgerdays: {
    example: ({ number }) => [
      { startsat: number, endsat: number + 1, kind: 'charge', amount: 6000, seats: 1 },
    ],
    recovery: { stays: 'Sums of the ledger.' },
    small: 'Sums are kept for some months.',
  },
} satisfies FeatureRows;
