import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, optionalBody, Seen, Updated } from '#contract/primitives.schema.ts';
import { CLASH_KINDS, lessonCalls } from './calls.ts';
import { CancelDraft, LessonDraft } from './form.ts';

/** A day of the school's time zone, `2026-11-24`. */
export const Day = z.iso.date();

/** Another child of the family has a lesson elsewhere at the time; `with` is the name of its class. */
export const FamilyHint = z
  .object({ day: Day, learnername: z.string(), with: z.string() })
  .meta({ id: 'FamilyHint' });

/** A clash on a day: `with` is a class, or the learner whose other class it is. */
export const Clash = z
  .object({ day: Day, kind: z.enum(CLASH_KINDS), with: z.string() })
  .meta({ id: 'Clash' });

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
  cancelLesson: {
    summary:
      'Cancels an upcoming lesson and suggests when it could be made up. Everyone affected gets an email.',
    refusals: ['lesson-not-found', 'lesson-begun', 'changed-meanwhile'],
    params: ById,
    body: optionalBody(z.object({ ...CancelDraft.shape, version: z.int() })),
    response: { 200: CancelledLesson },
  },
});
