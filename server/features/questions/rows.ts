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
    example: ({ now, id, userid, email, name }) => [
      {
        _id: id('question'),
        userid,
        email,
        name,
        text: 'When?',
        classid: null,
        answer: null,
        answeredat: null,
        byid: null,
        createdat: now,
      },
      {
        _id: id('answered'),
        userid: null,
        email: 'ana@mail.example',
        name: null,
        text: 'Where?',
        classid: null,
        answer: 'Here.',
        answeredat: now,
        byid: userid,
        createdat: now,
      },
    ],
    recovery: { stays: 'What was asked; the answer goes to the account’s own address.' },
  },
} satisfies FeatureRows;
