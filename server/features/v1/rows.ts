import type { FeatureRows } from '#server/features/feature.ts';

export const v1Rows = {
  keywrites: {
    export: { none: 'What programs were answered, for a day: ids of what they made.' },
    example: ({ now, id }) => [
      { keyid: id('key'), key: id('write'), request: 'x', status: 200, body: '{}', createdat: now },
    ],
    recovery: { stays: 'Its key ends.' },
  },
  revisions: {
    export: { none: 'That something changed, and when.' },
    stillNames: { id: 'Programs are told for 90 days by their ids what is gone, and nothing else of it.' },
    recovery: { stays: 'That something changed is so.' },
  },
} satisfies FeatureRows;
