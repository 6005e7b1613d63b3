import type { FeatureRows } from '#server/features/feature.ts';

export const accountRows = {
  erasures: {
    export: { none: 'There are none of an account that is there.' },
    stillNames: { uid: 'Until the identity service has deleted the account, too.' },
    example: ({ now, id }) => [{ uid: id('uid'), createdat: now }],
    recovery: { stays: 'Of accounts that are gone already.' },
  },
} satisfies FeatureRows;
