import type { FeatureRows } from '#server/features/feature.ts';

export const ledgerRows = {
  ledger: {
    example: ({ now, id }) => [
      {
        _id: id('movement'),
        orderid: id('order'),
        kind: 'charge',
        ref: id('charge'),
        amount: 6000,
        createdat: now,
      },
    ],
    recovery: { stays: 'What moved at the provider has moved.' },
  },
  ledgerdays: {
    example: ({ number }) => [
      { startsat: number, endsat: number + 1, kind: 'charge', amount: 6000, seats: 1 },
    ],
    recovery: { stays: 'Sums of the ledger.' },
    small: 'Sums are kept for some months.',
  },
} satisfies FeatureRows;
