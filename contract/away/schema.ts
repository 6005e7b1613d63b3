import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { StartTime } from '#contract/lessons/form.ts';
import { Day } from '#contract/lessons/schema.ts';
import { ById, DryQuery, Id, Inserted, Moment } from '#contract/primitives.schema.ts';
import { day } from '#contract/time/days-form.ts';
import { AWAY_LESSONS_MAX, AWAY_WAYS, awayCalls } from './calls.ts';
import { AwayDraft } from './form.ts';

/**
 * What is to become of a lesson: `cover` names who teaches it, `move` another room, another time, or both;
 * what is not named stays.
 */
export const AwayChoice = z.object({
  lessonid: Id,
  /** As it was read. */
  version: z.int().optional(),
  do: z.enum(AWAY_WAYS),
  teacherid: Id.optional(),
  roomid: Id.optional(),
  day: z.optional(day('common.choose_day')),
  starttime: z.optional(StartTime),
});

const Named = z.object({ _id: Id, name: z.string() });
const Time = z.object({ day: Day, starttime: z.string() });

export const AwayLesson = z
  .object({
    lessonid: Id,
    /** Send it back with what is chosen. */
    version: z.int(),
    classid: Id,
    classname: z.string(),
    day: Day,
    startsat: Moment,
    endsat: Moment,
    room: z.string().nullable(),
    teacherid: Id.nullable(),
    instructorname: z.string(),
    /** What the caller has chosen; where nothing was chosen, what is proposed. */
    choice: AwayChoice.omit({ lessonid: true, version: true }),
    /** Why that cannot be, if it cannot. */
    problem: z.object({ code: z.enum(Object.keys(errors) as ErrorCode[]), detail: z.string() }).nullable(),
    /**
     * Who could teach it, whom to ask first coming first; `known` is how many of its learners they teach. Who is
     * `busy` then by their own calendar comes last.
     */
    teachers: z.array(Named.extend({ known: z.int(), busy: z.boolean() })),
    /** Rooms that are free at the time and take the class, the best one first. */
    rooms: z.array(Named.extend({ places: z.int() })),
    /** Other times at which its teacher, its room and all of its learners are free, the best one first. */
    times: z.array(Time),
  })
  .meta({ id: 'AwayLesson' });

export const AwayOutcome = z
  .object({
    /** Every lesson of these days that has not begun, as it begins; in a dry run alone. */
    lessons: z.array(AwayLesson).optional(),
    /** How many lessons each of these is done with. */
    covered: z.int(),
    moved: z.int(),
    cancelled: z.int(),
    /** How many accounts get an email, for all of it one: of families, and of those who teach. */
    families: z.int(),
    teachers: z.int(),
    /** The closing days that it makes, but in a dry run. */
    ...Inserted.partial().shape,
  })
  .meta({ id: 'AwayOutcome' });

const body = z.intersection(
  AwayDraft,
  z.object({ lessons: z.array(AwayChoice).max(AWAY_LESSONS_MAX).default([]) }),
);
const refusals = [
  'too-many-rows',
  'changed-meanwhile',
  'room-unknown',
  'teacher-unknown',
  'room-taken',
  'teacher-taken',
  'learner-clash',
  'room-too-small',
  'day-closed',
] as const;

export const awayEndpoints = withSchemas(awayCalls, {
  teacherAway: {
    summary:
      'A teacher is away on some days: each of their lessons that has not begun is covered by another, moved or cancelled as `lessons` says, and the days become closing days of theirs. All of it or nothing; each family and each teacher gets one email. `dry` says what each lesson could become, and proposes where nothing is chosen.',
    refusals: ['instructor-not-found', ...refusals],
    params: ById,
    querystring: DryQuery,
    body,
    response: { 200: AwayOutcome },
  },
  roomAway: {
    summary:
      'A room cannot be used on some days: each lesson that is to be held there and has not begun is moved to another room or time, or cancelled, as `lessons` says, and the days become closing days of the room. All of it or nothing; each family and each teacher gets one email. `dry` says what each lesson could become, and proposes where nothing is chosen.',
    refusals: ['room-not-found', ...refusals],
    params: ById,
    querystring: DryQuery,
    body,
    response: { 200: AwayOutcome },
  },
});
