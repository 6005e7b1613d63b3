import type { FeatureRows } from '#server/features/feature.ts';
import { deleteConsents, findConsents, forgetAuthor } from './queries.ts';

export const textRows = {
  texts: {
    columns: { authorid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own, written by an admin.' },
    erase: (tx, { _id }) => forgetAuthor(tx, _id),
    example: ({ now, number, userid }) => [
      {
        slug: 'terms',
        version: number,
        markdown: 'Be kind.',
        language: 'en',
        translations: null,
        authorid: userid,
        updatedat: now,
      },
    ],
    recovery: { stays: 'Every version is kept, and the one before can be published again.' },
    small: 'They are six, with their versions.',
  },
  consents: {
    columns: { userid: { account: { stays: 'What its person agreed to is its own.' } } },
    export: async (db, { _id }) => ({ consents: await findConsents(db, _id) }),
    erase: (tx, { _id }) => deleteConsents(tx, _id),
    example: ({ now, number, userid }) => [{ userid, slug: 'terms', version: number, createdat: now }],
    recovery: { stays: 'What the account agreed to by registering.' },
  },
} satisfies FeatureRows;
