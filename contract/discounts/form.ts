import * as z from 'zod/mini';
import { line, says, TypedId } from '#contract/fields.form.ts';
import { Price, wholeNumberOrNone } from '#contract/numbers.form.ts';
import { day } from '#contract/time/days-form.ts';
import { t } from '#languages/t.ts';
import { CODE_CLASSES_MAX, CODE_MAX, CODE_MIN, DISCOUNT_KINDS, NTH_MAX, NTH_MIN, USES_MAX } from './calls.ts';

const none = z.pipe(
  z.union([z.null(), z.string().check(z.regex(/^\s*$/))]),
  z.transform(() => null),
);

/** More than nothing; null or empty where it is no sum. */
const Sum = z.union([none, Price.check(z.refine((cents) => cents > 0, says('discounts.enter_sum')))], {
  error: () => t('discounts.enter_sum'),
});

const Day = z.union([none, day('discounts.choose_day')]);

/** As it is printed: letters, digits, and lines between them. */
const Word = z.union(
  [
    none,
    z
      .string()
      .check(
        z.trim(),
        z.minLength(CODE_MIN),
        z.maxLength(CODE_MAX),
        z.regex(/^[\p{L}\p{N}]+([-_][\p{L}\p{N}]+)*$/u),
      ),
  ],
  { error: () => t('discounts.code_fault', { min: CODE_MIN, max: CODE_MAX }) },
);

type Draft = {
  kind: (typeof DISCOUNT_KINDS)[number];
  percent?: number | null | undefined;
  amount?: number | null | undefined;
  code?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  times?: number | null | undefined;
  timesfamily?: number | null | undefined;
  classids?: string[] | undefined;
  nth?: number | null | undefined;
};

const isOfCode = ({ code, from, to, times, timesfamily, classids = [] }: Draft) =>
  [code, from, to, times, timesfamily].some((value) => value != null) || classids.length > 0;

/** The form of a discount; what is left out or empty does not bound it. */
export const DiscountDraft = z
  .strictObject({
    kind: z.enum(DISCOUNT_KINDS, says('discounts.choose_kind')),
    /** What is taken off: a part of the price, or a sum. */
    percent: z.optional(wholeNumberOrNone(1, 100)),
    amount: z.optional(Sum),
    code: z.optional(Word),
    /** The first and the last day of a code. */
    from: z.optional(Day),
    to: z.optional(Day),
    /** How many places may have it, of all families and of one. */
    times: z.optional(wholeNumberOrNone(1, USES_MAX)),
    timesfamily: z.optional(wholeNumberOrNone(1, USES_MAX)),
    /** For which classes; none names all. */
    classids: z.optional(
      z.array(TypedId.check(z.minLength(1), z.regex(/^[^,]*$/))).check(
        z.maxLength(CODE_CLASSES_MAX, {
          error: () => t('discounts.at_most_classes', { max: CODE_CLASSES_MAX }),
        }),
      ),
    ),
    /** From which child of a family on. */
    nth: z.optional(wholeNumberOrNone(NTH_MIN, NTH_MAX)),
  })
  .check(
    z.refine<Draft>(({ percent, amount }) => (percent == null) !== (amount == null), {
      path: ['percent'],
      ...says('discounts.percent_or_sum'),
    }),
    z.refine<Draft>(({ kind, code }) => kind !== 'code' || code != null, {
      path: ['code'],
      error: () => t('discounts.code_fault', { min: CODE_MIN, max: CODE_MAX }),
    }),
    z.refine<Draft>((draft) => draft.kind === 'code' || !isOfCode(draft), {
      path: ['code'],
      ...says('discounts.of_codes_alone'),
    }),
    z.refine<Draft>(({ kind, nth }) => (kind === 'sibling') === (nth != null), {
      path: ['nth'],
      ...says('discounts.choose_child'),
    }),
    z.refine<Draft>(({ from, to }) => from == null || to == null || from <= to, {
      path: ['to'],
      ...says('common.days_crossed'),
    }),
  );

/** What a payer enters for a code; whether there is such a one the school says. */
export const EnteredCode = line(CODE_MAX).check(z.minLength(1, says('discounts.enter_code')));
