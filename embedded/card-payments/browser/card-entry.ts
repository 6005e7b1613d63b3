import { type CardBrand, cvcLength, passesLuhn, TEST_CARDS } from '#contract/protocols/card-payments.ts';
import { type PlainId, t } from '#languages/t.ts';

export type CardField = 'number' | 'expiry' | 'cvc';
export const CARD_FIELDS: readonly CardField[] = ['number', 'expiry', 'cvc'];

/** What has been typed, digits only: `expiry` is month and year, two digits each. */
export type CardEntry = { readonly [F in CardField]: string };

/** What is wrong with a field, in the codes and words of Stripe's own card element. */
export type CardFault = { type: 'validation_error'; code: string; message: string };

const DIGITS_MAX = 16;
const DIGITS_AMEX = 15;
const EXPIRY_DIGITS = 4;
const GROUPS: [from: number, to: number][] = [
  [0, 4],
  [4, 8],
  [8, 12],
  [12, 16],
];
const AMEX_GROUPS: [from: number, to: number][] = [
  [0, 4],
  [4, 10],
  [10, 15],
];
const YEARS_AHEAD_MAX = 50;

/** Whose card a number is, by how it begins. */
export function brandOf(digits: string): CardBrand | 'unknown' {
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'mastercard';
  if (/^(6011|64[4-9]|65)/.test(digits)) return 'discover';
  if (/^3(0[0-5]|[689])/.test(digits)) return 'diners';
  if (/^35/.test(digits)) return 'jcb';
  if (/^62/.test(digits)) return 'unionpay';
  return 'unknown';
}

/** How many digits a field takes at most, given the number typed so far. */
export function digitsOf(field: CardField, number: string): number {
  if (field === 'expiry') return EXPIRY_DIGITS;
  if (field === 'cvc') return cvcLength(brandOf(number));
  return brandOf(number) === 'amex' ? DIGITS_AMEX : DIGITS_MAX;
}

/** The digits of what was typed or pasted into a field; a month from 2 to 9 gets its zero. */
export function digitsIn(field: CardField, typed: string, number: string): string {
  const digits = typed.replace(/\D/g, '');
  if (field === 'expiry') return readExpiry(typed, digits);
  return digits.slice(0, digitsOf(field, field === 'number' ? digits : number));
}

function readExpiry(typed: string, digits: string): string {
  const split = /^\s*(\d{1,2})\s*[/-]\s*(?:20(?=\d\d))?(\d{0,2})\s*$/.exec(typed);
  const whole = split ? `${(split[1] ?? '').padStart(2, '0')}${split[2]}` : digits;
  return (/^[2-9]/.test(whole) ? `0${whole}` : whole).slice(0, EXPIRY_DIGITS);
}

/** Digits as a person reads them: `4242 4242 …`, `3782 822463 …`, `12 / 34`. */
export function show(field: CardField, digits: string): string {
  if (field === 'cvc') return digits;
  if (field === 'expiry') {
    return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  }
  const groups = brandOf(digits) === 'amex' ? AMEX_GROUPS : GROUPS;
  return groups
    .map(([from, to]) => digits.slice(from, to))
    .filter((group) => group !== '')
    .join(' ');
}

const fault = (code: string, id: PlainId): CardFault => ({ type: 'validation_error', code, message: t(id) });

const INCOMPLETE = {
  number: 'cards.number_incomplete',
  expiry: 'cards.expiry_incomplete',
  cvc: 'cards.cvc_incomplete',
} as const satisfies Record<CardField, PlainId>;

/** What is wrong with a field of a card, at a moment in epoch milliseconds; null when nothing is. */
export function faultOf(field: CardField, entry: CardEntry, now: number): CardFault | null {
  const digits = entry[field];
  if (digits.length < digitsOf(field, entry.number)) return fault(`incomplete_${field}`, INCOMPLETE[field]);
  if (field === 'number') return numberFault(digits);
  return field === 'expiry' ? expiryFault(digits, new Date(now)) : null;
}

/** A number outside the test list is stopped here: it never leaves the page. */
function numberFault(digits: string): CardFault | null {
  if (!passesLuhn(digits)) return fault('invalid_number', 'cards.number_invalid');
  return TEST_CARDS.some(({ number }) => number === digits)
    ? null
    : fault('test_mode_live_card', 'cards.not_a_test_card');
}

function expiryFault(digits: string, today: Date): CardFault | null {
  const { month, year } = expiryOf(digits);
  if (month < 1 || month > 12) {
    return fault('invalid_expiry_month', 'cards.month_invalid');
  }
  if (year < today.getFullYear()) {
    return fault('invalid_expiry_year_past', 'cards.year_past');
  }
  if (year > today.getFullYear() + YEARS_AHEAD_MAX) {
    return fault('invalid_expiry_year', 'cards.year_invalid');
  }
  return year === today.getFullYear() && month < today.getMonth() + 1
    ? fault('invalid_expiry_month_past', 'cards.expiry_past')
    : null;
}

/** Month and full year of four digits. */
export const expiryOf = (digits: string) => ({
  month: Number(digits.slice(0, 2)),
  year: 2000 + Number(digits.slice(2)),
});

export const EMPTY_ENTRY: CardEntry = { number: '', expiry: '', cvc: '' };
