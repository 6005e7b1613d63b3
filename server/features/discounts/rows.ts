import type { FeatureRows } from '#server/features/feature.ts';

export const discountRows = {
  discounts: {
    example: ({ now, id, classid }) => [
      {
        _id: id('discount'),
        kind: 'code',
        percent: 10,
        amount: null,
        nth: null,
        code: id('Code'),
        codekey: id('code'),
        firstday: null,
        lastday: '2027-03-01',
        times: 100,
        timesfamily: 1,
        classids: classid,
        createdat: now,
      },
    ],
    export: { none: 'A discount names no one; what it took off a place stands with the payment.' },
    recovery: { stays: 'Admins alone make discounts, and the log says which.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
