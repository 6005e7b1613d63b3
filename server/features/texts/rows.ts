import type { PersonRows } from '#server/features/feature.ts';

export const textPersonRows: PersonRows = {
  texts: { authorid: { account: { stays: 'Only accounts of students are dropped.' } } },
  consents: { userid: { account: { stays: 'What its person agreed to is its own.' } } },
};
