import type { FeatureRows } from '#server/features/feature.ts';

export const instrumentRows = {
  instruments: {
    example: ({ now, id }) => [
      { _id: id('instrument'), name: id('Instrument'), image: '/art/zither.webp', createdat: now },
    ],
    export: { none: 'What an instrument is called names no one.' },
    recovery: { stays: 'The instruments are the school’s.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
