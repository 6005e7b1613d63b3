import type { PersonRows } from '#server/features/feature.ts';

export const instructorPersonRows: PersonRows = {
  instructors: { userid: { account: { stays: 'Only accounts of students are dropped.' } } },
};
