import type { FeatureRows } from '#server/features/feature.ts';

export const siteRows = {
  sites: {
    example: ({ now, id }) => [
      {
        _id: id('site'),
        name: id('Site'),
        street: '12 River Street',
        postcode: '1000',
        town: 'Springfield',
        directions: 'The blue door.',
        createdat: now,
      },
    ],
    export: { none: 'What a building is called, and where it is, names no one.' },
    recovery: { stays: 'The buildings are the school’s.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
