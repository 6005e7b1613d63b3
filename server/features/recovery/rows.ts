import type { FeatureRows } from '#server/features/feature.ts';

export const recoveryRows = {
  recoveries: {
    columns: { userid: { account: { stays: 'What a recovery ended is for the owner of the address.' } } },
    export: { none: 'It is on the first screen until its owner has looked at it.' },
    example: ({ now, userid }) => [{ userid, ended: '[]', createdat: now }],
    recovery: { stays: 'Tells the owner what ended.' },
  },
} satisfies FeatureRows;
