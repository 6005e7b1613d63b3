import { mergeByLesson } from '#server/database/rows/merge-by-lesson.ts';
import { type FeatureRows, namesOf } from '#server/features/feature.ts';
import {
  deleteAbsencesOf,
  deleteFormerGuestsOf,
  deleteGuestsOf,
  findAbsencesOf,
  findGuestsOf,
} from './queries.ts';

export const catchUpRows = {
  absences: {
    columns: {
      learnerid: {
        learner: { merging: mergeByLesson('absences') },
        inUse: { says: 'imports.in_use_absence' },
      },
      byid: { account: 'moves' },
    },
    async export(db, family) {
      const names = namesOf(family);
      const absences = await findAbsencesOf(db, [...names.keys()]);
      return { absences: absences.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
    },
    eraseLearner: (tx, learnerid) => deleteAbsencesOf(tx, learnerid),
    example: ({ now, id, learnerid, userid }) => [
      {
        _id: id('absence'),
        lessonid: id('lesson'),
        learnerid,
        words: 'A cold.',
        earned: 1,
        until: now + 1,
        byid: userid,
        createdat: now,
      },
    ],
    recovery: { stays: 'What is said of a lesson is seen in My week and can be withdrawn until it begins.' },
  },
  guests: {
    columns: {
      learnerid: {
        learner: { merging: mergeByLesson('guests', 'fromlessonid') },
        inUse: { says: 'imports.in_use_guest' },
      },
    },
    async export(db, family) {
      const names = namesOf(family);
      const guests = await findGuestsOf(db, [...names.keys()]);
      return { guests: guests.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
    },
    eraseLearner: (tx, learnerid) => deleteGuestsOf(tx, learnerid),
    example: ({ now, id, learnerid }) => [
      { lessonid: id('lesson'), learnerid, kind: 'trial', fromlessonid: null, createdat: now },
    ],
    recovery: { stays: 'A lesson as a guest is seen in My week and can be given up.' },
  },
  formerguests: {
    columns: {
      learnerid: {
        learner: { merging: mergeByLesson('formerguests') },
        inUse: { says: 'imports.in_use_guest' },
      },
    },
    export: { none: 'Says only that a calendar is told of a place that was given up.' },
    eraseLearner: (tx, learnerid) => deleteFormerGuestsOf(tx, learnerid),
    example: ({ now, id, learnerid }) => [{ lessonid: id('lesson'), learnerid, times: 1, endedat: now }],
    recovery: { stays: 'Gives no one anything.' },
  },
} satisfies FeatureRows;
