import type { PersonRows } from '#server/features/feature.ts';

export const classPersonRows: PersonRows = {
  classes: { instructorid: { account: { stays: 'Only accounts of students are dropped.' } } },
};
