import * as z from 'zod/mini';
import { areDaysInOrder, areDaysWithin, DAYS } from './days.form.ts';
import { optionalId, wholeNumber } from './fields.form.ts';
import { LESSON_MINUTES_MAX } from './lessons.ts';
import { LESSON_MINUTES_MIN, PLAN_DAYS_MAX, PLANS_MAX } from './plans.ts';

/** A time on the school's clocks, `16:00`. */
export const StartTime = z
  .string('Choose a time.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time such as 16:00.'));

export const Minutes = wholeNumber(LESSON_MINUTES_MIN, LESSON_MINUTES_MAX);

/** When a class meets. */
export const PlanDraft = z
  .object({
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    weekday: wholeNumber(1, 7, 'Choose a day of the week.'),
    starttime: StartTime,
    minutes: Minutes,
    everyweeks: z._default(z.pipe(wholeNumber(1, 2), z.literal([1, 2])), 1),
    ...DAYS,
    roomid: optionalId,
  })
  .check(areDaysInOrder(), areDaysWithin(PLAN_DAYS_MAX));

/** All plans of a class; none where it is to meet no more. */
export const PlansDraft = z.object({
  plans: z.array(PlanDraft).check(z.maxLength(PLANS_MAX, `A class has at most ${PLANS_MAX} of these.`)),
});
