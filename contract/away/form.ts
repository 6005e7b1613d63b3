import * as z from 'zod/mini';
import { CLOSURE_NAME_MAX } from '#contract/closures/calls.ts';
import { line } from '#contract/fields.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS } from '#contract/time/days-form.ts';
import { AWAY_DAYS_MAX } from './calls.ts';

/** From when to when a teacher or a room is away, and why, as families read it; empty without a reason. */
export const AwayDraft = z
  .object({ ...DAYS, reason: z._default(line(CLOSURE_NAME_MAX), '') })
  .check(areDaysInOrder(), areDaysWithin(AWAY_DAYS_MAX));
