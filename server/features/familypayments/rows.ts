import type { FeatureRows } from '#server/features/feature.ts';

/** Card payments of families for their invoices. */
export const familyPaymentRows = {
  familypayments: {
    columns: {
      userid: { account: 'moves', inUse: { says: 'imports.in_use_payment' } },
      agreedby: {
        account: { stays: 'Who agreed to instalments: of no other account is one taken by that.' },
      },
    },
    export: { none: 'What was paid is among the movements.' },
    // Its payer waits no longer for an open one: the workers cancel it, or find that it was paid.
    erase: async (tx, { _id }, { now }) => {
      await tx
        .updateTable('familypayments')
        .set({ workat: now })
        .where('userid', '=', _id)
        .where('state', '=', 'open')
        .execute();
      const agreed = tx.updateTable('familypayments').set({ agreedby: null }).where('userid', '=', _id);
      await agreed.where('agreedby', '=', _id).execute();
    },
    keepBooks: async (tx, { from, to }) => {
      await tx.updateTable('familypayments').set({ userid: to }).where('userid', '=', from).execute();
    },
    example: ({ now, id, userid }) => [
      {
        _id: id('card-payment'),
        userid,
        invoiceids: JSON.stringify([id('invoice')]),
        amount: 2500,
        currency: 'usd',
        state: 'ended' as const,
        intentid: null,
        clientsecret: null,
        ledgerid: null,
        instalmentid: null,
        plan: null,
        agreedby: userid,
        cardlast4: null,
        workat: null,
        createdat: now,
        updatedat: now,
      },
    ],
    recovery: { stays: 'It pays what the account owes, and too much is the account’s credit.' },
  },
} satisfies FeatureRows;
