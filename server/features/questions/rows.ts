import type { FeatureRows } from '#server/features/feature.ts';
import { findQuestionsOf, forgetPerson } from './queries.ts';

export const questionRows = {
  questions: {
    columns: {
      userid: { account: { stays: 'An answer goes to the address that asked.' } },
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    export: async (db, { _id }) => ({ questions: await findQuestionsOf(db, _id) }),
    erase: (tx, { _id }) => forgetPerson(tx, _id),
    recovery: { stays: 'What was asked; the answer goes to the account’s own address.' },
  },
} satisfies FeatureRows;
