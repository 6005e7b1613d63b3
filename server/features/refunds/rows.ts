import type { FeatureRows } from '#server/features/feature.ts';

export const refundRows = {
  familyrefunds: {
    columns: {
      userid: { account: 'moves', inUse: { says: 'imports.in_use_payment' } },
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    export: { none: 'What moved by it is in the file.' },
    keepBooks: async (tx, { from, to }) => {
      await tx.updateTable('familyrefunds').set({ userid: to }).where('userid', '=', from).execute();
    },
    example: ({ now, id, userid }) => [
      {
        _id: id('family-refund'),
        userid,
        card: 0,
        byhand: 1500,
        kind: 'transfer' as const,
        currency: 'usd',
        key: id('family-refund'),
        paymentid: null,
        intentid: null,
        cardlast4: null,
        state: 'none' as const,
        byid: userid,
        workat: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'Only admins refund credit; what went to a card has gone.' },
  },
} satisfies FeatureRows;
