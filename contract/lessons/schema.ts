import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Id, Moment, optionalBody, Seen, Updated } from '#contract/primitives.schema.ts';
import { CLASH_KINDS, lessonCalls } from './calls.ts';
import { CancelDraft, LessonDraft, LessonTime } from './form.ts';

/** A day of the school's time zone, `2026-11-24`. */
export const Day = z.iso.date();

/** Another child of the family has a lesson elsewhere at the time; `with` is the name of its class. */
export const FamilyHint = z
  .object({ day: Day, learnername: z.string(), with: z.string() })
  .meta({ id: 'FamilyHint' });

/** A clash on a day: `with` is a class, or the learner whose other class it is. */
export const Clash = z
  .object({
    day: Day,
    kind: z.enum(CLASH_KINDS),
    with: z.string(),
    /** From when to when the lesson of that class is; of a learner, the lesson that cannot be. */
    startsat: Moment,
    endsat: Moment,
  })
  .meta({ id: 'Clash' });

export const FreeForLesson = z
  .object({
    /** Rooms that are free at the time and take the class, the smallest first. */
    rooms: z.array(z.object({ _id: Id, name: z.string(), places: z.int() })),
    /** The nearest times of that day, and the next days at the same time, at which all who come are free. */
    times: z.array(z.object({ day: Day, starttime: z.string() })),
  })
  .meta({ id: 'FreeForLesson' });

export const CancelledLesson = z
  .object({
    /**
     * A day after the last lesson on which the room, the teacher and all learners of the class are free at
     * the same time; null where none was found.
     */
    makeup: z.object({ day: Day, starttime: z.string() }).nullable(),
  })
  .meta({ id: 'CancelledLesson' });

export const lessonEndpoints = withSchemas(lessonCalls, {
  moveLesson: {
    summary:
      'Changes the time, the room or the teacher of an upcoming lesson; fields left out stay as they are. A cancelled lesson takes place after all if `day` or `starttime` is given and lies ahead; otherwise only its `reason` changes, without emails. Everyone affected gets an email.',
    refusals: [
      'lesson-not-found',
      'lesson-begun',
      'room-unknown',
      'teacher-unknown',
      'room-taken',
      'teacher-taken',
      'learner-clash',
      'room-too-small',
      'day-closed',
      'changed-meanwhile',
    ],
    params: ById,
    body: z.object({ ...LessonDraft.shape, ...Seen.shape }).partial(),
    response: { 200: Updated },
  },
  findFree: {
    summary:
      'Where and when a lesson could be instead: rooms that are free at this time, and other times at which its room, its teacher and all of its learners are.',
    refusals: ['lesson-not-found'],
    params: ById,
    querystring: LessonTime,
    response: { 200: FreeForLesson },
  },
  cancelLesson: {
    summary:
      'Cancels an upcoming lesson and suggests when it could be made up. Everyone affected gets an email.',
    refusals: ['lesson-not-found', 'lesson-begun', 'changed-meanwhile'],
    params: ById,
    body: optionalBody(z.object({ ...CancelDraft.shape, version: z.int() })),
    response: { 200: CancelledLesson },
  },
});
