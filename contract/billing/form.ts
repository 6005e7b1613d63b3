import * as z from 'zod/mini';
import { line, requiredLine, says, text } from '#contract/fields.form.ts';
import { sumOfMoney, wholeNumber } from '#contract/numbers.form.ts';
import { addDays } from '#contract/time/days.ts';
import {
  DUE_DAYS_MAX,
  HOLDER_MAX,
  INVOICE_TEXT_MAX,
  PERIOD_DAYS_MAX,
  TAX_NUMBER_MAX,
} from './office-calls.ts';

/** The most characters of a number with its spaces; without them ISO 13616 has 34. */
const IBAN_TYPED_MAX = 60;
const IBAN_PATTERN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/** Whether the check digits of an account number fit: ISO 13616, by the mod 97-10 of ISO 7064. */
export function isIban(iban: string): boolean {
  if (!IBAN_PATTERN.test(iban)) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  // A letter counts as two digits, from 10 for A to 35 for Z, as in base 36.
  const digits = Array.from(turned, (sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** In capitals, without the spaces that people type. */
const compact = z.pipe(
  z.string().check(z.maxLength(IBAN_TYPED_MAX, says('billing.enter_iban'))),
  z.transform((typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()),
);

const Iban = z.pipe(compact, z.string().check(z.refine(isIban, says('billing.enter_iban'))));

/** ISO 9362, or nothing. */
const Bic = z.pipe(
  compact,
  z.string().check(z.regex(/^([A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?)?$/, says('billing.enter_bic'))),
);

const TAX_RATE_FAULT = says('billing.enter_tax_rate');

/** Percent, with one decimal at most, a text or a number; whole per mille after. */
const TaxRate = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()], TAX_RATE_FAULT),
    z.transform((value: string | number) => String(value).trim()),
  ),
  z.pipe(
    z.string().check(z.regex(/^\d{1,2}(\.\d)?$/, TAX_RATE_FAULT)),
    z.transform((value: string) => Math.round(Number(value) * 10)),
  ),
);

const LATE_FEE_FAULT = says('billing.enter_late_fee');

/** The form of what invoices say, and when they are due. */
export const BillingDraft = z.object({
  dueafterdays: wholeNumber(0, DUE_DAYS_MAX),
  latefee: z.object({
    amount: sumOfMoney(LATE_FEE_FAULT).check(z.refine((cents) => cents > 0, LATE_FEE_FAULT)),
    /** After the day on which the invoice is due. */
    afterdays: wholeNumber(1, DUE_DAYS_MAX),
  }),
  taxrate: TaxRate,
  taxnumber: line(TAX_NUMBER_MAX),
  invoicetext: text(INVOICE_TEXT_MAX),
  bank: z.object({
    iban: Iban,
    bic: z._default(Bic, ''),
    holder: requiredLine(HOLDER_MAX, 'billing.enter_holder'),
  }),
});

const { dueafterdays, latefee, taxrate, taxnumber, invoicetext, bank } = BillingDraft.shape;

/** What an admin fills in of it; the late fee and the bank account may be left out. */
export const BillingSettingsDraft = z.object({
  ...{ dueafterdays, taxrate, taxnumber, invoicetext },
  latefee: z.nullable(latefee),
  bank: z.nullable(bank),
});

/** The days whose lessons are billed. */
export const BillingPeriod = z
  .object({
    from: z.iso.date(says('common.choose_day')),
    to: z.iso.date(says('common.choose_day')),
  })
  .check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], ...says('billing.days_crossed') }),
    z.refine(({ from, to }) => to <= addDays(from, PERIOD_DAYS_MAX), {
      path: ['to'],
      ...says('billing.at_most_a_year'),
    }),
  );
