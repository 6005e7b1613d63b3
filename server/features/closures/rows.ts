import type { FeatureRows } from '#server/features/feature.ts';
import { deleteClosuresOf } from './queries.ts';

export const closureRows = {
  closures: {
    columns: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Days off are in the school’s plan, which a teacher reads.' },
    erase: (tx, { _id }) => deleteClosuresOf(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('closure'),
        name: 'Away',
        firstday: '2027-01-01',
        lastday: '2027-01-02',
        roomid: null,
        teacherid: userid,
        createdat: now,
      },
    ],
    recovery: { stays: 'Closing days are the school’s and can be deleted.' },
    small: 'An admin enters them by hand.',
  },
} satisfies FeatureRows;
