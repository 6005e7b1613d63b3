import type { FeatureRows } from '#server/features/feature.ts';

export const termRows = {
  terms: {
    example: ({ now, id }) => [
      { _id: id('term'), name: id('Term'), firstday: '2027-01-01', lastday: '2027-03-01', createdat: now },
    ],
    export: { none: 'What a term is called names no one.' },
    recovery: { stays: 'Terms are the school’s.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
