import type { FeatureRows } from '#server/features/feature.ts';
import { deleteProfile, findProfile } from './queries.ts';

export const instructorRows = {
  instructors: {
    columns: { userid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: async (db, { _id }) => ({ teaching: await findProfile(db, _id) }),
    erase: (tx, { _id }) => deleteProfile(tx, _id),
    example: ({ now, userid }) => [
      { userid, words: 'I teach.', instruments: '[]', version: 1, changedat: now },
    ],
    recovery: { stays: 'What visitors read of a teacher can be changed back, and cleared by an admin.' },
  },
} satisfies FeatureRows;
