import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { lessonEndpoints } from '#contract/lessons/schema.ts';
import { cancelLesson, type LessonOptions, moveLesson } from './change-lesson.ts';

export const lessonRoutes: FastifyPluginAsyncZod<LessonOptions> = async (app, options) => {
  app.route({
    ...lessonEndpoints.moveLesson,
    handler: async ({ params: { id }, body, user }) => ({
      modifiedCount: (await moveLesson(options, body, { id, actor: user })) ? 1 : 0,
    }),
  });

  app.route({
    ...lessonEndpoints.cancelLesson,
    handler: ({ params: { id }, body, user }) => cancelLesson(options, body, { id, actor: user }),
  });
};
