import * as z from 'zod/mini';
import {
  ImageUrl,
  line,
  Price,
  requiredLine,
  requiredText,
  text,
  wholeNumber,
  wholeNumberOrNone,
} from '#contract/fields.form.ts';
import { AGE_MAX, type AgeLimits } from '#contract/learners/ages.ts';
import { EMAIL_MAX } from '#contract/users/calls.ts';
import {
  CHOOSE_INSTRUCTOR,
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASSNAME_MAX,
  DESCRIPTION_MAX,
  DUETEXT_MAX,
  FEEDBACK_MAX,
  PRICE_UNITS,
  SEATS_MAX,
} from './calls.ts';

/** What the price is for; null or nothing where that is not said. */
const PriceUnit = z.nullable(
  z.pipe(
    z.union([z.enum(PRICE_UNITS), z.literal('')], 'Choose what the price is for.'),
    z.transform((unit) => unit || null),
  ),
);

/** When and how the price is due; null or nothing where that is not said. */
const DueText = z.nullable(
  z.pipe(
    line(DUETEXT_MAX),
    z.transform((words: string) => words || null),
  ),
);

/** What every class form asks for, field by field. */
export const CLASS_FIELDS = {
  classname: requiredLine(CLASSNAME_MAX, 'Enter a name for the class.'),
  image: ImageUrl,
  price: Price,
  priceunit: z.optional(PriceUnit),
  duetext: z.optional(DueText),
  availableseat: wholeNumber(0, SEATS_MAX),
  level: z.enum(CLASS_LEVELS),
  group: z.enum(CLASS_GROUPS),
  description: text(DESCRIPTION_MAX),
  agefrom: z.optional(wholeNumberOrNone(0, AGE_MAX)),
  ageto: z.optional(wholeNumberOrNone(0, AGE_MAX)),
};

/** What is wrong with ages of which the first is above the last. */
export const AGES_CROSSED = {
  path: ['ageto'],
  error: 'The oldest age is below the youngest. Enter the same age or a higher one.',
};
export const areAgesInOrder = ({ agefrom, ageto }: AgeLimits) =>
  agefrom == null || ageto == null || agefrom <= ageto;

/** What the class forms edit. */
export const ClassDraft = z.object(CLASS_FIELDS).check(z.refine(areAgesInOrder, AGES_CROSSED));
export type ClassDraft = z.input<typeof ClassDraft>;

/** The same where an admin fills it in, who says who teaches the class. */
export const TaughtClassDraft = z
  .object({ ...CLASS_FIELDS, instructoremail: requiredLine(EMAIL_MAX, CHOOSE_INSTRUCTOR) })
  .check(z.refine(areAgesInOrder, AGES_CROSSED));

/** What an admin writes to a class's instructor; `missing` is said when nothing is written. */
export const feedbackDraft = (missing: string) => z.object({ feedback: requiredText(FEEDBACK_MAX, missing) });
