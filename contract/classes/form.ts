import * as z from 'zod/mini';
import {
  ImageUrl,
  line,
  Price,
  requiredLine,
  requiredText,
  says,
  text,
  wholeNumber,
  wholeNumberOrNone,
} from '#contract/fields.form.ts';
import { AGE_MAX, type AgeLimits } from '#contract/learners/ages.ts';
import { EMAIL_MAX } from '#contract/users/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import {
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASSNAME_MAX,
  DESCRIPTION_MAX,
  DUETEXT_MAX,
  FEEDBACK_MAX,
  PRICE_UNITS,
  SEATS_MAX,
} from './calls.ts';

/** What the price is for; null or empty where not entered. */
const PriceUnit = z.nullable(
  z.pipe(
    z.union([z.enum(PRICE_UNITS), z.literal('')], says('classes.choose_price_unit')),
    z.transform((unit) => unit || null),
  ),
);

/** When and how the price is due; null or empty where not entered. */
const DueText = z.nullable(
  z.pipe(
    line(DUETEXT_MAX),
    z.transform((words: string) => words || null),
  ),
);

/** The fields that all class forms share. */
export const CLASS_FIELDS = {
  classname: requiredLine(CLASSNAME_MAX, 'classes.enter_name'),
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

/** Refusal of age limits in the wrong order. */
export const AGES_CROSSED = {
  path: ['ageto'],
  error: () => t('classes.ages_crossed'),
};
export const areAgesInOrder = ({ agefrom, ageto }: AgeLimits) =>
  agefrom == null || ageto == null || agefrom <= ageto;

/** The class form of an instructor. */
export const ClassDraft = z.object(CLASS_FIELDS).check(z.refine(areAgesInOrder, AGES_CROSSED));
export type ClassDraft = z.input<typeof ClassDraft>;

/** The class form of an admin, which also names the instructor. */
export const TaughtClassDraft = z
  .object({ ...CLASS_FIELDS, instructoremail: requiredLine(EMAIL_MAX, 'classes.choose_instructor') })
  .check(z.refine(areAgesInOrder, AGES_CROSSED));

/** Feedback of an admin to the instructor of a class; `missing` is the refusal of an empty one. */
export const feedbackDraft = (missing: PlainId) =>
  z.object({ feedback: requiredText(FEEDBACK_MAX, missing) });
