import * as z from 'zod/mini';
import { says } from '#contract/fields.form.ts';
import { type PlainId, t } from '#languages/t.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A day as `<input type="date">` writes it, in years that a school plans in: `2026-11-24`. */
export const day = (missing: PlainId) =>
  z.string(says(missing)).check(
    z.regex(z.regexes.date, { ...says(missing), abort: true }),
    z.refine((value) => value >= '2000-01-01' && value < '2200-01-01', says('common.day_too_far')),
  );

/** A time on the school's clocks, as `<input type="time">` writes it: `16:00`. */
export const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A first and a last day, both included. */
export const DAYS = {
  firstday: day('common.choose_first_day'),
  lastday: day('common.choose_last_day'),
};

type Days = { firstday: string; lastday: string };

/**
 * How many days there are from the first to the last, both counted; 0 or less where they are the wrong way
 * round.
 */
export const daysOf = ({ firstday, lastday }: Days): number =>
  Math.round((Date.parse(lastday) - Date.parse(firstday)) / DAY_MS) + 1;

/** The two checks of a form that has `DAYS`; `max` is how many days there may be. */
export const areDaysInOrder = <T extends Days>() =>
  z.refine<T>((days) => daysOf(days) > 0, {
    path: ['lastday'],
    ...says('common.days_crossed'),
  });
export const areDaysWithin = <T extends Days>(max: number) =>
  z.refine<T>((days) => daysOf(days) <= max, {
    path: ['lastday'],
    error: () => t('common.too_many_days', { max }),
  });
