import type { PersonRows } from '#server/features/feature.ts';

export const importPersonRows: PersonRows = {
  imports: { actorid: { account: { stays: 'Only accounts of students are dropped.' } } },
};
