import type { FeatureRows } from '#server/features/feature.ts';
import { deleteClosuresOf } from './queries.ts';

export const closureRows = {
  closures: {
    columns: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Days off are in the school’s plan, which a teacher reads.' },
    erase: (tx, { _id }) => deleteClosuresOf(tx, _id),
    recovery: { stays: 'Closing days are the school’s and can be deleted.' },
  },
} satisfies FeatureRows;
