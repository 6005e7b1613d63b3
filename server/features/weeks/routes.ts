import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isOffice } from '#contract/users/calls.ts';
import { DAYS_OF_WEEK, SCHOOL_LESSONS_MAX } from '#contract/weeks/calls.ts';
import { weekEndpoints } from '#contract/weeks/schema.ts';
import { findLessonPlace, type LessonPlace } from '#server/database/rows/lessons.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearnerNames } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findNext } from './find-next.ts';
import { findOfGuests, findOfLearners, findOfSchool, findTaught, type LessonFound } from './queries.ts';
import { weekOf } from './week-of.ts';

export type WeekOptions = { db: Db; readSchool: ReadSchool; now: () => number };

export const weekRoutes: FastifyPluginAsyncZod<WeekOptions> = async (app, { db, readSchool, now }) => {
  app.route({
    ...weekEndpoints.readWeek,
    handler: async ({ query: { from, school: ofSchool, room, after: afterid, limit }, user }) => {
      ensure(!ofSchool || isOffice(user.role), 'forbidden');
      const [school, moment] = [await readSchool(), now()];
      const first = from ?? schoolDay(school, moment);
      const days = daysFrom(first, ofSchool && room === undefined ? 1 : DAYS_OF_WEEK);
      const names = await findLearnerNames(db, user);
      const learnerids = [...names.keys()];
      const after = await findLessonPlace(db, afterid);
      const lists = await Promise.all([
        findOfLearners(db, { ...days, learnerids }),
        findOfGuests(db, { ...days, learnerids }),
        findTaught(db, { ...days, teacherid: user._id }),
        ofSchool ? findOfSchool(db, { ...days, room, after, limit: limit ?? SCHOOL_LESSONS_MAX }) : [],
      ]);
      const isAsked = (lesson: LessonFound) =>
        (room === undefined || room === (lesson.roomid ?? '')) && isBeyond(lesson, after);
      const asked = lists.flat().filter(isAsked);
      return weekOf(asked, { callerid: user._id, names, school, now: moment }).slice(0, limit);
    },
  });

  app.route({
    ...weekEndpoints.listNextLessons,
    handler: async ({ user }) => {
      const names = await findLearnerNames(db, user);
      const [school, moment] = [await readSchool(), now()];
      const found = await findNext(db, { teacherid: user._id, learnerids: [...names.keys()], now: moment });
      return weekOf(found, { callerid: user._id, names, school, now: moment });
    },
  });
};

const isBeyond = (lesson: LessonPlace, { startsat, _id }: LessonPlace) =>
  lesson.startsat > startsat || (lesson.startsat === startsat && lesson._id > _id);

/** So many days from one, both counted. */
const daysFrom = (from: string, days: number) => ({
  from,
  to: Temporal.PlainDate.from(from)
    .add({ days: days - 1 })
    .toString(),
});
