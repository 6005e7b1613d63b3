import type { PersonRows } from '#server/features/feature.ts';

export const closurePersonRows: PersonRows = {
  closures: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
};
