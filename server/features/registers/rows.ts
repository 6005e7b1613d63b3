import { mergeByLesson } from '#server/database/rows/merge-by-lesson.ts';
import { type FeatureRows, namesOf } from '#server/features/feature.ts';
import { deleteAttendanceOf, findAttendanceOf } from './queries.ts';

export const registerRows = {
  attendance: {
    columns: {
      learnerid: {
        learner: { merging: mergeByLesson('attendance') },
        inUse: { says: 'imports.in_use_attended' },
      },
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    async export(db, family) {
      const names = namesOf(family);
      const attended = await findAttendanceOf(db, [...names.keys()]);
      return { attendance: attended.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
    },
    eraseLearner: (tx, learnerid) => deleteAttendanceOf(tx, learnerid),
    example: ({ now, id, learnerid, userid, otherlearner }) => [
      {
        lessonid: id('lesson'),
        learnerid,
        state: 'absent',
        note: 'Please practise the second line.',
        byid: null,
        markedat: now,
        changedat: now,
      },
      {
        lessonid: id('lesson'),
        learnerid: otherlearner,
        state: 'late',
        note: null,
        byid: userid,
        markedat: now,
        changedat: now,
      },
    ],
    recovery: { stays: 'A mark is the school’s: the family reads it, and the office can change it.' },
  },
} satisfies FeatureRows;
