import * as z from 'zod/mini';
import {
  CHOOSE_INSTRUCTOR,
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASSNAME_MAX,
  DESCRIPTION_MAX,
  FEEDBACK_MAX,
  SEATS_MAX,
} from './classes.ts';
import { ImageUrl, Price, requiredLine, requiredText, text, wholeNumber } from './fields.form.ts';
import { EMAIL_MAX } from './users.ts';

/** What the class forms edit. */
export const ClassDraft = z.object({
  classname: requiredLine(CLASSNAME_MAX, 'Enter a name for the class.'),
  image: ImageUrl,
  price: Price,
  availableseat: wholeNumber(0, SEATS_MAX),
  level: z.enum(CLASS_LEVELS),
  group: z.enum(CLASS_GROUPS),
  description: text(DESCRIPTION_MAX),
});
export type ClassDraft = z.input<typeof ClassDraft>;

/** The same where an admin fills it in, who says who teaches the class. */
export const TaughtClassDraft = z.object({
  ...ClassDraft.shape,
  instructoremail: requiredLine(EMAIL_MAX, CHOOSE_INSTRUCTOR),
});

/** What an admin writes to a class's instructor; `missing` is said when nothing is written. */
export const feedbackDraft = (missing: string) => z.object({ feedback: requiredText(FEEDBACK_MAX, missing) });
