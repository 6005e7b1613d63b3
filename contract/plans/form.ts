import * as z from 'zod/mini';
import { optionalId, says } from '#contract/fields.form.ts';
import { Minutes, StartTime } from '#contract/lessons/form.ts';
import { wholeNumber } from '#contract/numbers.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS } from '#contract/time/days-form.ts';
import { t } from '#languages/t.ts';
import { PLAN_DAYS_MAX, PLANS_MAX } from './calls.ts';

/** When a class meets. */
export const PlanDraft = z
  .object({
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    weekday: wholeNumber(1, 7, says('plans.choose_weekday')),
    starttime: StartTime,
    minutes: Minutes,
    everyweeks: z._default(z.pipe(wholeNumber(1, 2), z.literal([1, 2])), 1),
    ...DAYS,
    roomid: optionalId,
  })
  .check(areDaysInOrder(), areDaysWithin(PLAN_DAYS_MAX));

/** All plans of a class; empty for a class that is to meet no more. */
export const PlansDraft = z.object({
  plans: z
    .array(PlanDraft)
    .check(z.maxLength(PLANS_MAX, { error: () => t('plans.at_most_times', { max: PLANS_MAX }) })),
});
