import * as z from 'zod/mini';
import { HOURS } from '#contract/classes/calls.ts';
import { says } from '#contract/fields.form.ts';
import { wholeNumber } from '#contract/numbers.form.ts';

/** A time on a day of the week that suits, by whole hours of the school's clocks. */
export const WishedTime = z
  .object({
    /** 1 is Monday, 7 Sunday (ISO 8601). */
    weekday: wholeNumber(1, 7, says('plans.choose_weekday')),
    from: z.enum(HOURS, says('wishes.choose_hours')),
    to: z.enum(HOURS, says('wishes.choose_hours')),
  })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], ...says('wishes.hours_crossed') }));
