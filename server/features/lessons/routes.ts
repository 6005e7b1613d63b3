import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { lessonEndpoints } from '#contract/lessons/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import { ensure } from '#server/http/errors.ts';
import { cancelLesson, type LessonOptions, moveLesson } from './change-lesson.ts';
import { findFree } from './clashes/find-free.ts';
import { findLesson } from './lesson-queries.ts';
import type { LessonTime } from './lesson-time.ts';

/** When a lesson is wanted that may be another's time. */
async function findFreeFor(
  { db, now, readSchool }: LessonOptions & { readSchool: ReadSchool },
  id: string,
  time: LessonTime,
) {
  const found = await findLesson(db, id);
  ensure(found, 'lesson-not-found');
  const { timezone: zone = 'UTC' } = await readSchool();
  return findFree(db, { found, time, zone, now: now() });
}

export const lessonRoutes: FastifyPluginAsyncZod<LessonOptions & { readSchool: ReadSchool }> = async (
  app,
  options,
) => {
  app.route({
    ...lessonEndpoints.moveLesson,
    handler: async ({ params: { id }, body, user }) => ({
      modifiedCount: (await moveLesson(options, body, { id, actor: user })) ? 1 : 0,
    }),
  });

  app.route({
    ...lessonEndpoints.findFree,
    handler: ({ params: { id }, query }) => findFreeFor(options, id, query),
  });

  app.route({
    ...lessonEndpoints.cancelLesson,
    handler: ({ params: { id }, body, user }) => cancelLesson(options, body, { id, actor: user }),
  });
};
