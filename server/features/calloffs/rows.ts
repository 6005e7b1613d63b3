import type { FeatureRows } from '#server/features/feature.ts';
import { forgetWho } from './queries.ts';

export const callOffRows = {
  calloffs: {
    columns: { byid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own; the log has who did it.' },
    erase: (tx, { _id }) => forgetWho(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('called-off'),
        reason: 'The hall is being repaired.',
        refund: 'whole',
        key: id('key'),
        byid: userid,
        sums: '{}',
        workat: null,
        lease: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'Families were told, and the log has who did it.' },
  },
} satisfies FeatureRows;
