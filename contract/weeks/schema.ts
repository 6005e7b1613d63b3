import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Id, Limit, Moment } from '#contract/primitives.schema.ts';
import { TimetableLesson } from '#contract/timetable/schema.ts';
import { SCHOOL_LESSONS_MAX, weekCalls } from './calls.ts';

export const WeekLesson = TimetableLesson.extend({
  /** Why it was moved or cancelled. */
  reason: z.string().nullable(),
  /** The learners that it is for: the caller's and the caller. */
  learners: z.array(
    z.object({
      learnerid: Id,
      learnername: z.string(),
      /** Whether it is no lesson of their own: in place of one that they missed, or as a `trial`. */
      guest: z.boolean(),
      trial: z.boolean(),
      /** Whether it was said that they cannot come. */
      absent: z.boolean(),
      /** Until when another lesson could be had if that were said now; null where it would earn none. */
      earns: Moment.nullable(),
    }),
  ),
  /** Whether a substitute teaches it. */
  substitute: z.boolean(),
  /** Whether notes or files were given in it. */
  given: z.boolean(),
  /** Whether the caller teaches it. */
  teaching: z.boolean(),
}).meta({ id: 'WeekLesson' });

export const weekEndpoints = withSchemas(weekCalls, {
  readWeek: {
    summary:
      'Lessons of seven days: those of the caller’s family and those that the caller teaches, cancelled ones too; to admins, where they ask so, those of every class on one day, or of seven days in one room.',
    querystring: z.object({
      /** The first day; today where it is left out. */
      from: z.iso.date().optional(),
      /** Every class's, approved or not; for admins alone. Where no room is named, those of the first day. */
      school: z.literal('1').optional(),
      /** Those of one room alone; nothing in it names those without a room. */
      room: Id.optional(),
      /** The lesson after which the answer begins, in the order in which it names them: the last of the answer before. */
      after: Id.optional(),
      /** How many lessons at most. */
      limit: Limit(SCHOOL_LESSONS_MAX),
    }),
    refusals: ['forbidden'],
    response: { 200: z.array(WeekLesson) },
  },
  listNextLessons: {
    summary:
      'The next lesson of each of the caller’s learners, and the next that the caller teaches: at work or still to come, not cancelled.',
    response: { 200: z.array(WeekLesson) },
  },
});
