import * as z from 'zod/mini';
import { IdOrNone, line, says } from '#contract/fields.form.ts';
import { wholeNumber } from '#contract/numbers.form.ts';
import { day, TIME_PATTERN } from '#contract/time/days-form.ts';
import { LESSON_MINUTES_MAX, LESSON_MINUTES_MIN, REASON_MAX } from './calls.ts';

/** A time on the school's clocks, as `<input type="time">` writes it: `16:00`. */
export const StartTime = z
  .string(says('lessons.enter_time'))
  .check(z.trim(), z.regex(TIME_PATTERN, says('lessons.enter_time')));

export const Minutes = wholeNumber(LESSON_MINUTES_MIN, LESSON_MINUTES_MAX);

/** The reason; null or empty where none is given. */
const Reason = z.nullable(
  z.pipe(
    line(REASON_MAX),
    z.transform((reason: string) => reason || null),
  ),
);

/** When a lesson is, on the school's clocks. */
export const LessonTime = z.object({
  day: day('common.choose_day'),
  starttime: StartTime,
  minutes: Minutes,
});

/** When and where a lesson is, and who teaches it: without a name, the class's own instructor. */
export const LessonDraft = z.object({
  ...LessonTime.shape,
  roomid: z.optional(IdOrNone),
  teacherid: z.optional(IdOrNone),
  reason: z.optional(Reason),
});

/** Why a lesson is not held. */
export const CancelDraft = z.object({ reason: z.optional(Reason) });
