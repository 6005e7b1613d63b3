import type { FeatureRows } from '#server/features/feature.ts';
import { eraseImporter } from './queries.ts';

export const importRows = {
  imports: {
    columns: { actorid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own, made by an admin.' },
    erase: (tx, { _id }) => eraseImporter(tx, _id),
    example: ({ now, id, userid, name }) => [
      {
        _id: id('import'),
        actorid: userid,
        actorname: name,
        rows: 1,
        lines: 1,
        linesdone: 1,
        createdat: now,
        changedat: now,
        undoneat: null,
      },
    ],
    recovery: { stays: 'An import can be undone by the office, and its invitations end as claims.' },
    small: 'Files are imported when a school moves in.',
  },
} satisfies FeatureRows;
