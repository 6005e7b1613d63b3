import type { FeatureRows } from '#server/features/feature.ts';

export const thingRows = {
  things: {
    example: ({ now, id }) => [{ _id: id('thing'), name: id('Thing'), createdat: now }],
    export: { none: 'What a thing is called names no one.' },
    recovery: { stays: 'The things are the school’s.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
