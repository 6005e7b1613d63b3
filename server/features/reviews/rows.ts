import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { deleteNote, findOpenNotesBy, findWrittenBy, forgetWriter, type NoteRow } from './queries.ts';

const setUpOf = ({ _id, words, proposal, createdat }: NoteRow): SetUp => ({
  kind: 'note',
  id: _id,
  title: (words ?? proposal ?? '').slice(0, 80),
  detail: null,
  createdat,
});

/** What of a note its writer takes along. */
const written = ({ about, words, proposal, createdat }: NoteRow) => ({ about, words, proposal, createdat });

export const reviewRows = {
  reviewnotes: {
    columns: {
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
      answererid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    async export(db, { _id }) {
      const { notes, answers } = await findWrittenBy(db, _id);
      return {
        reviewnotes: notes.map(written),
        reviewanswers: answers.map(({ about, answer, answeredat }) => ({ about, answer, answeredat })),
      };
    },
    erase: (tx, { _id }) => forgetWriter(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('reviewnote'),
        reviewid: id('reviewed'),
        field: 'description',
        paragraph: 1,
        about: 'For all.',
        words: 'From which age?',
        proposal: null,
        answer: 'From six.',
        answeredat: now,
        answererid: userid,
        takenat: null,
        byid: userid,
        createdat: now,
      },
    ],
    /**
     * An answer changes nothing, and what was taken is in the log; what an admin proposes may still be taken by a
     * teacher.
     */
    recovery: {
      list: async (db, { userid }) => (await findOpenNotesBy(db, userid)).map(setUpOf),
      endOne: async (tx, { userid, id }) => (await deleteNote(tx, { id, byid: userid })) > 0,
    },
  },
  reviews: {
    example: ({ now, id, classid }) => [
      {
        _id: id('reviewed'),
        classid,
        blogid: null,
        turn: 'teacher',
        parts: '{}',
        lookedat: now,
        partsbefore: null,
        lookedbefore: null,
        changedat: now,
      },
    ],
    export: { none: 'What the school read of a class or a post.' },
    recovery: { stays: 'They say what was read; what was written beside it is listed.' },
  },
} satisfies FeatureRows;
