import type { FeatureRows } from '#server/features/feature.ts';
import { releaseSubstitute } from './pass-lessons-on.ts';
import { deleteConfirmedOf } from './queries.ts';

export const lessonRows = {
  lessons: {
    columns: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Lessons are the school’s; a teacher has them as a calendar.' },
    erase: (tx, { _id: userid }, { now }) => releaseSubstitute(tx, { userid, now }),
    recovery: { stays: 'Lessons are the school’s: each change is mailed to who takes part.' },
  },
  confirmedclashes: {
    columns: {
      learnerid: {
        learner: {
          stays: 'The merge notes them for the learner that is kept, of places that are now its own.',
        },
      },
    },
    export: { none: 'Says that two of their classes meet at the same time, which their week shows.' },
    eraseLearner: (tx, learnerid) => deleteConfirmedOf(tx, learnerid),
    recovery: { stays: 'Gives no one anything.' },
  },
} satisfies FeatureRows;
