import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { TimetableLesson, timetableEndpoints } from '#contract/timetable/schema.ts';
import { findLessonPlace } from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';
import { readableClass } from '#server/features/classes/index.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { findFirstOfTimetable, findTimetable } from './queries.ts';
import { readLessons } from './read-lessons.ts';
import { readWeek, type WeekOptions } from './read-week.ts';

export type TimetableOptions = WeekOptions & { db: Db };

export const timetableRoutes: FastifyPluginAsyncZod<TimetableOptions> = async (app, options) => {
  const { db } = options;

  app.route({
    ...timetableEndpoints.listTimetable,
    handler: async ({ query: { after, limit, ...query } }, reply) => {
      const asked = after === undefined ? query : { ...query, after: await findLessonPlace(db, after) };
      if (limit !== undefined) return findFirstOfTimetable(db, asked, limit);
      return sendList(reply, TimetableLesson, findTimetable(db, asked));
    },
  });

  app.route({
    ...timetableEndpoints.readTimetableWeek,
    handler: ({ query }) => readWeek(options, query),
  });

  app.route({
    ...timetableEndpoints.listClassLessons,
    handler: async ({ params, caller }) => {
      const { _id } = await readableClass(db, params.id, caller);
      return readLessons(options, _id);
    },
  });
};
