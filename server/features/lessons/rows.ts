import type { FeatureRows } from '#server/features/feature.ts';
import { releaseSubstitute } from './pass-lessons-on.ts';
import { deleteConfirmedOf } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;

export const lessonRows = {
  lessons: {
    columns: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Lessons are the school’s; a teacher has them as a calendar.' },
    erase: (tx, { _id: userid }, { now }) => releaseSubstitute(tx, { userid, now }),
    example: ({ now, id, userid, classid }) => [
      {
        _id: id('lesson'),
        classid,
        planid: null,
        planday: '2027-01-05',
        day: '2027-01-05',
        roomid: null,
        startsat: now + DAY_MS,
        endsat: now + DAY_MS + 1,
        teacherid: userid,
        state: 'planned',
        reason: null,
        changedat: now,
      },
    ],
    recovery: { stays: 'Lessons are the school’s: each change is mailed to who takes part.' },
  },
  confirmedclashes: {
    columns: {
      learnerid: {
        learner: {
          stays: 'The merge notes them for the learner that is kept, of places that are now its own.',
        },
        inUse: { goes: 'It is of the learner’s own classes.' },
      },
    },
    export: { none: 'Says that two of their classes meet at the same time, which their week shows.' },
    eraseLearner: (tx, learnerid) => deleteConfirmedOf(tx, learnerid),
    example: ({ now, learnerid, classid, nextclass }) => [
      { learnerid, classid, otherid: nextclass, createdat: now },
    ],
    recovery: { stays: 'Gives no one anything.' },
  },
} satisfies FeatureRows;
