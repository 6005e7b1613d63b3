import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Clash, Day } from '#contract/lessons/schema.ts';
import { ById, DryQuery, Id, Seen } from '#contract/primitives.schema.ts';
import { ClassLesson } from '#contract/timetable/schema.ts';
import { planCalls } from './calls.ts';
import { PlanDraft, PlansDraft } from './form.ts';

/** `16:00`, on the school's clocks. */
const ClockTime = z.iso.time({ precision: -1 });

export const Plan = z
  .object({
    _id: Id,
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    weekday: z.int(),
    starttime: ClockTime,
    minutes: z.int(),
    everyweeks: z.literal([1, 2]),
    firstday: Day,
    lastday: Day,
    roomid: Id.nullable(),
    room: z.string().nullable(),
  })
  .meta({ id: 'Plan' });

export const PlannedLessons = z
  .object({
    /** Every lesson that the class would have, past ones included. */
    lessons: z.array(
      ClassLesson.pick({ day: true, startsat: true, endsat: true, room: true, state: true, reason: true }),
    ),
    /** Closed days of the plan, and why. */
    skipped: z.array(z.object({ day: Day, closure: z.string() })),
    /** Lessons to come during which the teacher is busy by their own calendar: none stands in the way. */
    busy: z.array(ClassLesson.pick({ day: true, startsat: true, endsat: true })),
    /** Clashes with other lessons. */
    clashes: z.array(Clash),
    /** Days on which the clocks skip the hour: the planned time, and the actual one. */
    shifted: z.array(z.object({ day: Day, from: ClockTime, to: ClockTime })),
    /** Rooms that take fewer than the class has seats. */
    roomtoosmall: z.array(z.object({ room: z.string(), places: z.int() })),
  })
  .meta({ id: 'PlannedLessons' });

export const FreeForPlan = z
  .object({
    /** Whether the class cannot meet then: the room, the teacher or someone in it is taken on one of the days. */
    taken: z.boolean(),
    /** Rooms that are free then on all of the days and take the class, the smallest first. */
    rooms: z.array(z.object({ _id: Id, name: z.string(), places: z.int() })),
    /** Other times on the weekday, the nearest first, at which the room and all who come are free on all days. */
    times: z.array(ClockTime),
  })
  .meta({ id: 'FreeForPlan' });

export const planEndpoints = withSchemas(planCalls, {
  listPlans: {
    summary: 'When a class meets, as its plans say.',
    refusals: ['class-not-found'],
    params: ById,
    response: {
      200: z.object({
        plans: z.array(Plan),
        /** Rises with every change of them; send it back with one. */
        version: z.int(),
      }),
    },
  },
  findFreeForPlan: {
    summary:
      'Where and when a class could meet instead: rooms that are free at this time on all of the days, and other times of the weekday at which the room, the teacher and all in the class are. What it has planned itself does not stand in its way.',
    refusals: ['class-not-found'],
    params: ById,
    querystring: PlanDraft,
    response: { 200: FreeForPlan },
  },
  changePlans: {
    summary:
      'Plans when a class meets, in the place of what was planned; `dry` says what would come of it. Past lessons stay once the class has had a learner.',
    refusals: [
      'class-not-found',
      'room-unknown',
      'room-too-small',
      'room-taken',
      'teacher-taken',
      'learner-clash',
      'changed-meanwhile',
    ],
    params: ById,
    querystring: DryQuery,
    body: z.object({ ...PlansDraft.shape, ...Seen.shape }),
    response: { 200: PlannedLessons },
  },
});
