import type { PersonRows } from '#server/features/feature.ts';

export const lessonPersonRows: PersonRows = {
  lessons: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
  confirmedclashes: {
    learnerid: {
      learner: {
        stays: 'The merge notes them for the learner that is kept, of places that are now its own.',
      },
    },
  },
};
