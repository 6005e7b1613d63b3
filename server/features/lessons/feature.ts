import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import type { LessonOptions } from './change-lesson.ts';
import { findLesson } from './lesson-queries.ts';
import { reminderJob } from './letters/remind.ts';
import { lessonRoutes } from './routes.ts';

export const lessonFeature = (options: LessonOptions & { readSchool: ReadSchool }): Feature => ({
  routes: (app) => lessonRoutes(app, options),
  own: {
    lesson: async (id, caller) => {
      const found = await findLesson(options.db, id);
      ensure(found, 'lesson-not-found');
      ensure(found.instructorid === caller._id, 'forbidden');
    },
  },
  jobs: [reminderJob(options)],
});
