import { language, t } from '#languages/t.ts';

/*
 * Numbers as people type them. The wire knows one form, `1234.5`; a person writes `1.234,50`, `1 234,50` or
 * `1,234.50`, by their language and their habit. What can be read in one way alone is read; what can be read
 * in two is asked about.
 */

/** Blanks and marks that stand between thousands and nowhere else: `1 234`, `1’234`. */
const BLANKS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/gu;
const GROUPED = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d{1,2})?|(?:,\d{3})+(?:\.\d{1,2})?)$/;
/** A mark with three digits behind it: thousands to some, a part of one to others. */
const EITHER = /^(\d{1,3})([.,])(\d{3})$/;

const isComma = new Map<string, boolean>();

/** Whether a comma parts the whole from its decimals in the language of now. */
function hasDecimalComma(): boolean {
  const code = language();
  const known = isComma.get(code) ?? new Intl.NumberFormat(code).format(0.5).includes(',');
  isComma.set(code, known);
  return known;
}

/** What a text may mean that can be read in two ways: both in the language of now. */
function readingsOf(typed: string): { thousands: string; decimals: string } | undefined {
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

/** What is wrong with what was given for a price. */
export function priceFault(given: unknown): string {
  const readings = typeof given === 'string' ? readingsOf(given) : undefined;
  return readings && typeof given === 'string'
    ? t('common.price_of_two', { typed: given.trim(), ...readings })
    : t('common.enter_price');
}
