import * as z from 'zod/mini';
import { Email, requiredName, says, text } from '#contract/fields.form.ts';
import { LEARNER_NAME_MAX, NOTE_MAX } from './calls.ts';

/** The earliest date of birth that is accepted. */
const BORN_FROM = '1900-01-01';

const BORN_FAULT = says('learners.enter_born');

const Birthday = z.iso
  .date({ ...BORN_FAULT, abort: true })
  .check(z.refine((day) => day >= BORN_FROM, BORN_FAULT));

/**
 * A date of birth; null or empty where not entered. The server refuses a future one by the school's clock.
 */
const Born = z.nullable(
  z.pipe(
    z.union([Birthday, z.literal('')], BORN_FAULT),
    z.transform((day: string) => day || null),
  ),
);

/** A note for teachers; null or empty where there is none. */
const Note = z.nullable(
  z.pipe(
    text(NOTE_MAX),
    z.transform((note: string) => note || null),
  ),
);

/** The form of a child. */
export const LearnerDraft = z.object({
  firstname: requiredName(LEARNER_NAME_MAX, 'learners.enter_first_name'),
  lastname: requiredName(LEARNER_NAME_MAX, 'learners.enter_last_name'),
  born: z.optional(Born),
  note: z.optional(Note),
});

/** The form of a learner who is an account itself, whose name is in its profile. */
export const SelfDraft = z.omit(LearnerDraft, { firstname: true, lastname: true });

/** The invitation of a guardian, or of a learner to an own account. */
export const AskDraft = z.object({ email: Email });
