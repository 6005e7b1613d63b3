import * as z from 'zod';
import { CLASH_KINDS } from './lessons.ts';

/** A day of the school's time zone, `2026-11-24`. */
export const Day = z.iso.date();

/** What stands in the way on a day: `with` is a class, or the learner whose other class it is. */
export const Clash = z
  .object({ day: Day, kind: z.enum(CLASH_KINDS), with: z.string() })
  .meta({ id: 'Clash' });
