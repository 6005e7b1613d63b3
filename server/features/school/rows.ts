import type { FeatureRows } from '#server/features/feature.ts';

export const schoolRows = {
  school: {
    export: { none: 'The school’s own name and address.' },
    recovery: { stays: 'What the school says of itself is in the log with what it was before.' },
    small: 'It is one row.',
  },
  facts: {
    example: ({ id }) => [
      { _id: id('fact'), kind: 'event', title: 'Concert', words: null, byline: null, day: null, position: 0 },
    ],
    recovery: { stays: 'What the school says of itself is in the log.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
