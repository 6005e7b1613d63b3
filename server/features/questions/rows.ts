import type { PersonRows } from '#server/features/feature.ts';

export const questionPersonRows: PersonRows = {
  questions: {
    userid: { account: { stays: 'An answer goes to the address that asked.' } },
    byid: { account: { stays: 'Only accounts of students are dropped.' } },
  },
};
