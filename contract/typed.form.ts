import { language, t } from '#languages/t.ts';

/*
 * Numbers as people type them. The wire knows one form, `1234.5`; a person writes `1.234,50`, `1 234,50` or
 * `1,234.50`, by their language and their habit. What can be read in one way alone is read; what can be read
 * in two is asked about.
 */

/** Blanks and marks that stand between thousands and nowhere else: `1 234`, `1’234`. */
const BLANKS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/gu;
const GROUPED = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d{1,2})?|(?:,\d{3})+(?:\.\d{1,2})?)$/;
/** A mark with three digits behind it: thousands to some, a part of one to others; never behind a 0. */
const EITHER = /^([1-9]\d{0,2})([.,])(\d{3})$/;

const isComma = new Map<string, boolean>();

/** Whether a comma parts the whole from its decimals in the language of now. */
function hasDecimalComma(): boolean {
  const code = language();
  const known = isComma.get(code) ?? new Intl.NumberFormat(code).format(0.5).includes(',');
  isComma.set(code, known);
  return known;
}

/** What a text may mean that can be read in two ways: both in the language of now. */
export function readingsOf(typed: string): { thousands: string; decimals: string } | undefined {
  const [, whole = '', mark, part = ''] = EITHER.exec(typed.trim()) ?? [];
  // With a point for decimals `1.234` is a number with too many of them.
  if (mark === undefined || (mark === '.' && !hasDecimalComma())) return undefined;
  const format = new Intl.NumberFormat(language(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });
  return {
    thousands: format.format(Number(whole + part)),
    decimals: format.format(Number(`${whole}.${part}`)),
  };
}

/** A number in the form of the wire, where it can be read in one way alone; else the text as it is. */
export function plainNumber(typed: string): string {
  const text = typed.trim().replaceAll(BLANKS, '');
  if (readingsOf(text)) return typed;
  if (/^\d+,\d+$/.test(text)) return hasDecimalComma() ? text.replace(',', '.') : typed;
  if (!/[.,]/.test(text) || !GROUPED.test(text) || /^\d+\.\d+$/.test(text))
    return /^\d/.test(text) ? text : typed;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const isGroup = text.length - last === 4;
  const digits = (part: string) => part.replaceAll(/[.,]/g, '');
  return isGroup ? digits(text) : `${digits(text.slice(0, last))}.${text.slice(last + 1)}`;
}

/** A price in the form of the wire: up to six digits, at most two decimals, no sign. */
export const PRICE_PATTERN = /^\d{1,6}(\.\d{1,2})?$/;

/**
 * The sum that a text is understood as, where the language of now writes it differently; undefined where
 * there is nothing to tell, or nothing that is understood for certain.
 */
export function understoodSum(typed: string): number | undefined {
  const text = typed.trim();
  const plain = plainNumber(text);
  if (readingsOf(text) || !PRICE_PATTERN.test(plain)) return undefined;
  const sum = Number(plain);
  const ways = [0, 1, 2].flatMap((minimumFractionDigits) =>
    [true, false].map((useGrouping) =>
      new Intl.NumberFormat(language(), { minimumFractionDigits, useGrouping }).format(sum),
    ),
  );
  return ways.includes(text) ? undefined : sum;
}

/** A number in the form of the wire as people type it in the language of now. */
export const typedNumber = (plain: string | number): string =>
  hasDecimalComma() ? String(plain).replace(/^(\d+)\.(\d+)$/, '$1,$2') : String(plain);

/** A sum in the form of the wire with both its decimals, or none: `39.90` of `39.9`. */
export const wireSum = (sum: string | number): string =>
  String(sum).replace(/^\d+\.\d$/, (tenths) => `${tenths}0`);

/** What is wrong with a number that can be read in two ways. */
export function faultOfTwo(given: unknown): string | undefined {
  const typed = typeof given === 'string' ? given.trim() : '';
  const readings = readingsOf(typed);
  return readings && t('common.ambiguous_number', { typed, ...readings });
}

/** What is wrong with what was given for a price. */
export const priceFault = (given: unknown): string => faultOfTwo(given) ?? t('common.enter_price');
