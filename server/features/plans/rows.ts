import type { PersonRows } from '#server/features/feature.ts';

export const planPersonRows: PersonRows = {
  plans: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
};
