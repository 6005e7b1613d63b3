import { sql } from 'kysely';
import type { PersonRows } from '#server/features/feature.ts';

export const familyPersonRows: PersonRows = {
  merges: {
    keptid: {
      account: { stays: 'A merge names the two that it was made of.' },
      learner: { stays: 'A merge names the two that it was made of.' },
      // What its family had entered of the child is gone, but for this entry.
      inUse: {
        says: 'Was merged with another entry of the child.',
        where: () => sql`kind = 'learner' and undoneat is null`,
      },
    },
    droppedid: {
      account: { stays: 'A merge names the two that it was made of.' },
      learner: { stays: 'A merge names the two that it was made of.' },
      inUse: {
        says: 'Was merged with another entry of the child, which can be undone for a day.',
        where: () => sql`kind = 'learner' and undo <> '{}'`,
      },
    },
    actorid: { account: { stays: 'Only accounts of students are dropped.' } },
  },
};
