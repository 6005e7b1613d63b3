import * as z from 'zod/mini';
import { Email, requiredName, text } from '#contract/fields.form.ts';
import { LEARNER_NAME_MAX, NOTE_MAX } from './calls.ts';

/** The earliest date of birth that is accepted. */
const BORN_FROM = '1900-01-01';

const BORN_FAULT = 'Enter the date of birth, such as 2015-04-03.';

const Birthday = z.iso
  .date({ error: BORN_FAULT, abort: true })
  .check(z.refine((day) => day >= BORN_FROM, { error: BORN_FAULT }));

/** A day of birth; null or nothing where it is not said. That it is not to come the school's clocks say. */
const Born = z.nullable(
  z.pipe(
    z.union([Birthday, z.literal('')], BORN_FAULT),
    z.transform((day: string) => day || null),
  ),
);

/** What a teacher has to know; null or nothing where that is nothing. */
const Note = z.nullable(
  z.pipe(
    text(NOTE_MAX),
    z.transform((note: string) => note || null),
  ),
);

/** What is said of a child. */
export const LearnerDraft = z.object({
  firstname: requiredName(LEARNER_NAME_MAX, 'Enter a first name.'),
  lastname: requiredName(LEARNER_NAME_MAX, 'Enter a last name.'),
  born: z.optional(Born),
  note: z.optional(Note),
});

/** What is said here of an account itself, whose name its profile has. */
export const SelfDraft = z.omit(LearnerDraft, { firstname: true, lastname: true });

/** Who is asked to look after a learner, or to take over. */
export const AskDraft = z.object({ email: Email });
