import type { PersonRows } from '#server/features/feature.ts';

export const familyPersonRows: PersonRows = {
  merges: {
    keptid: { account: { stays: 'A merge names the two that it was made of.' } },
    droppedid: { account: { stays: 'A merge names the two that it was made of.' } },
    actorid: { account: { stays: 'Only accounts of students are dropped.' } },
  },
};
