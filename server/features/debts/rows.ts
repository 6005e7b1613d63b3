import type { FeatureRows } from '#server/features/feature.ts';

export const debtRows = {
  duenotices: {
    example: ({ now, id }) => [
      {
        invoiceid: id('invoice'),
        soonat: now,
        overdueat: now,
        fee: 500,
        feeday: '2026-09-22',
        announcedat: now,
        feeat: now,
      },
    ],
    export: { none: 'What the family was told is in its mails, and a late fee is among its charges.' },
    recovery: { stays: 'It is of an invoice.' },
  },
  debtreminders: {
    columns: {
      userid: { account: 'moves' },
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    export: { none: 'A reminder is a mail to the family, and what it was of stands in the statement.' },
    example: ({ now, id, userid }) => [
      {
        _id: id('reminder'),
        userid,
        key: id('reminder-key'),
        amount: 2500,
        currency: 'usd',
        byid: userid,
        createdat: now,
      },
    ],
    recovery: { stays: 'The family got it as a mail.' },
  },
} satisfies FeatureRows;
