import type { PersonRows } from '#server/features/feature.ts';

export const keyPersonRows: PersonRows = {
  apikeys: { ownerid: { account: { stays: 'Only accounts of students are dropped.' } } },
};
