import * as z from 'zod/mini';
import { ImageUrl, line, requiredLine, requiredText, says, TypedId, text } from '#contract/fields.form.ts';
import { INSTRUMENTS_MAX } from '#contract/instruments/calls.ts';
import { AGE_MAX, type AgeLimits } from '#contract/learners/ages.ts';
import { REASON_MAX } from '#contract/lessons/calls.ts';
import { PRICE_FAULT, Price, wholeNumber, wholeNumberOrNone } from '#contract/numbers.form.ts';
import { LIST_VALUE_MAX } from '#contract/school/calls.ts';
import { EMAIL_MAX } from '#contract/users/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import {
  BILLINGS,
  CALL_OFF_REFUNDS,
  CLASSNAME_MAX,
  DESCRIPTION_MAX,
  DUETEXT_MAX,
  FEEDBACK_MAX,
  GUEST_PLACES_MAX,
  PRICE_UNITS,
  RUNS_FROM_MIN,
  SEATS_MAX,
  SERIES_MAX,
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

/** Ids of instruments, each once; in the order and the form in which the records compare them. */
const InstrumentIds = z.pipe(
  z.array(TypedId.check(z.minLength(1), z.regex(/^[^,]*$/))).check(
    z.maxLength(INSTRUMENTS_MAX, {
      error: () => t('instruments.at_most', { max: INSTRUMENTS_MAX }),
    }),
  ),
  z.transform((ids) => [...new Set(ids)].sort().join(',')),
);

/** What classes that stand in for each other share; null or empty where a class stands alone. */
const Series = z.nullable(
  z.pipe(
    line(SERIES_MAX),
    z.transform((words: string) => words || null),
  ),
);

/** What a trial lesson costs; null or empty where none is offered. */
const TrialPrice = z.nullable(
  z.union(
    [
      z.pipe(
        z.string().check(z.regex(/^\s*$/)),
        z.transform(() => null),
      ),
      Price,
    ],
    PRICE_FAULT,
  ),
);

/** The last day on which learners join; null or empty where it runs in any case. */
const DecideBy = z.nullable(
  z.union(
    [
      z.pipe(
        z.string().check(z.regex(/^\s*$/)),
        z.transform(() => null),
      ),
      z.iso.date(),
    ],
    says('common.choose_day'),
  ),
);

/** What the office alone says of a class: which lessons are caught up where, and what may be tried. */
export const OFFICE_FIELDS = {
  series: z.optional(Series),
  guestplaces: z.optional(wholeNumber(0, GUEST_PLACES_MAX)),
  trialprice: z.optional(TrialPrice),
  /** How many learners it needs to run, and the last day on which they may join; both or neither. */
  runsfrom: z.optional(wholeNumberOrNone(RUNS_FROM_MIN, SEATS_MAX)),
  decideby: z.optional(DecideBy),
  billing: z.optional(z.enum(BILLINGS, says('classes.choose_billing'))),
};

/** The fields that all class forms share. */
export const CLASS_FIELDS = {
  classname: requiredLine(CLASSNAME_MAX, 'classes.enter_name'),
  /** Empty where that of one of its instruments is to be shown. */
  image: z.union([z.literal(''), ImageUrl], says('common.choose_picture')),
  price: Price,
  priceunit: z.optional(PriceUnit),
  duetext: z.optional(DueText),
  availableseat: wholeNumber(0, SEATS_MAX),
  /** Of the school's levels and groups. */
  level: requiredLine(LIST_VALUE_MAX, 'common.required'),
  group: requiredLine(LIST_VALUE_MAX, 'common.required'),
  description: text(DESCRIPTION_MAX),
  agefrom: z.optional(wholeNumberOrNone(0, AGE_MAX)),
  ageto: z.optional(wholeNumberOrNone(0, AGE_MAX)),
  instrumentids: z.optional(InstrumentIds),
};

/** Refusal of age limits in the wrong order. */
export const AGES_CROSSED = {
  path: ['ageto'],
  error: () => t('classes.ages_crossed'),
};
export const areAgesInOrder = ({ agefrom, ageto }: AgeLimits) =>
  agefrom == null || ageto == null || agefrom <= ageto;

/** An instrument may have a picture for the class. */
export const PICTURE_MISSING = { path: ['image'], ...says('common.choose_picture') };
export const mayHavePicture = ({
  image,
  instrumentids,
}: {
  image: string;
  instrumentids?: string | undefined;
}) => image !== '' || Boolean(instrumentids);

/** The class form of an instructor. */
export const ClassDraft = z
  .object(CLASS_FIELDS)
  .check(z.refine(areAgesInOrder, AGES_CROSSED), z.refine(mayHavePicture, PICTURE_MISSING));
export type ClassDraft = z.input<typeof ClassDraft>;

/** The class form of an admin, which also names the instructor. */
export const TaughtClassDraft = z
  .object({ ...CLASS_FIELDS, instructoremail: requiredLine(EMAIL_MAX, 'classes.choose_instructor') })
  .check(z.refine(areAgesInOrder, AGES_CROSSED), z.refine(mayHavePicture, PICTURE_MISSING));

/** The class form of the office, for a class that is there. */
export const OfficeClassDraft = z
  .object({ ...CLASS_FIELDS, ...OFFICE_FIELDS })
  .check(z.refine(areAgesInOrder, AGES_CROSSED), z.refine(mayHavePicture, PICTURE_MISSING));
export type OfficeClassDraft = z.input<typeof OfficeClassDraft>;

/** Why a class is called off, as families and visitors read it, and what goes back. */
export const CallOffDraft = z.object({
  reason: requiredLine(REASON_MAX, 'classes.say_why_called_off'),
  refund: z.enum(CALL_OFF_REFUNDS),
});

/** Feedback of an admin to the instructor of a class; `missing` is the refusal of an empty one. */
export const feedbackDraft = (missing: PlainId) =>
  z.object({ feedback: requiredText(FEEDBACK_MAX, missing) });
