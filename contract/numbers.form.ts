import * as z from 'zod/mini';
import { t } from '#languages/t.ts';
import { faultOfTwo, PRICE_PATTERN, priceFault } from './typed.form.ts';

/*
 * Numbers that people type into forms, as fields.form.ts has the rest: apart from it, since most public pages
 * with a form ask for none.
 */

/** What is wrong with a price. */
export const PRICE_FAULT = { error: ({ input }: { input?: unknown }) => priceFault(input) };

/** A sum of money, a text or a number; whole cents after. `fault` is what is said of anything else. */
export const sumOfMoney = (fault: { error: (issue: { input?: unknown }) => string }) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], fault),
      z.transform((value: string | number) => String(value).trim()),
    ),
    z.pipe(
      z.string().check(z.regex(PRICE_PATTERN, fault)),
      z.transform((value: string) => Math.round(Number(value) * 100)),
    ),
  );

/** A price. */
export const Price = sumOfMoney(PRICE_FAULT);

const SUM_FAULT = {
  error: ({ input }: { input?: unknown }) => faultOfTwo(input) ?? t('charges.enter_sum'),
};

/** A sum of money that moves or is owed: more than nothing. */
export const SumAboveZero = sumOfMoney(SUM_FAULT).check(
  z.refine((cents) => cents > 0, { error: () => t('charges.enter_sum') }),
);

/** A whole number within limits, a number or its digits as people type them. */
export function wholeNumber(
  min: number,
  max: number,
  fault = { error: () => t('common.whole_number', { min, max }) },
) {
  const digits = z.string().check(z.trim(), z.regex(new RegExp(`^\\d{1,${String(max).length}}$`)));
  return z.pipe(
    z.union([z.int(), z.pipe(digits, z.transform(Number))], fault),
    z.int().check(z.minimum(min, fault), z.maximum(max, fault)),
  );
}

/** The same, optional: null where it is left empty. */
export function wholeNumberOrNone(min: number, max: number) {
  const fault = { error: () => t('common.whole_number_or_none', { min, max }) };
  const number = wholeNumber(min, max, fault);
  const none = z.pipe(
    z.union([z.null(), z.string().check(z.regex(/^\s*$/))]),
    z.transform(() => null),
  );
  return z.union([none, number], fault);
}
