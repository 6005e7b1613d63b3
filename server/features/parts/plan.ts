import { formatsOf, listOf } from '#contract/formats.ts';
import { leastCharge } from '#contract/protocols/least-charge.ts';
import { momentOf } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { type InZone, type SchoolNow, schoolDay, startOfDay } from '#server/database/rows/school-row.ts';
import { ensure } from '#server/http/errors.ts';

/** The parts of a sum, and what the account agreed to with them, as the payment of the first one has it. */
export type Agreed = {
  /** Each with the school's day on which it is due, in cents, and when the card is tried on it. */
  parts: readonly PlannedPart[];
  /** What the account read, and when. */
  words: string;
  agreedat: number;
};
/** Those of an invoice. */
export type Plan = Agreed & { invoiceid: string };
export type PlannedPart = { day: string; amount: number; tryat: number };

export const readPlan = (plan: string) => JSON.parse(plan) as Plan;
export const readAgreed = (plan: string) => JSON.parse(plan) as Agreed;

/** Whether a payment begins the same instalments, whenever they were asked for. */
export function isSamePlan(known: string | null, plan: Agreed | null): boolean {
  if (known === null || plan === null) return known === plan;
  const { agreedat: _, ...asked } = plan;
  const { agreedat: __, ...before } = readAgreed(known);
  return JSON.stringify(before) === JSON.stringify(asked);
}

/** What an account is to agree to: the sum, in cents, in how many parts, and the words for when the later are taken. */
type Planning = {
  sum: number;
  count: number;
  currency: string;
  wordsOf: (later: string) => string;
  school: SchoolNow;
  now: number;
};

/**
 * A sum in parts, the first one today, in the words of the caller's language. Throws `instalments-too-small` for
 * a card.
 */
export function planParts({ sum, count, currency, wordsOf, school, now }: Planning): Agreed {
  const parts = partsOf(sum, count, schoolDay(school, now)).map((part) => ({
    ...part,
    tryat: tryOn(part.day, school),
  }));
  ensure(
    parts.every(({ amount }) => amount >= leastCharge(currency)),
    'instalments-too-small',
  );
  const { day, money } = formatsOf(school);
  const later = parts
    .slice(1)
    .map((part) =>
      t('instalments.sum_on_day', { sum: money(part.amount / 100, currency), day: day(part.day) }),
    );
  return { parts, words: wordsOf(listOf(later)), agreedat: now };
}

/** When cards are tried, on the school's clocks: people who are asked are awake. */
const TRIED_AT = '09:00';

/** The moment of a day at which the card is tried. */
export const tryOn = (day: string, school: InZone): number =>
  momentOf(`${day}T${TRIED_AT}`, school.timezone ?? 'UTC') ?? startOfDay(school, day);

/**
 * Parts of a sum, in cents, the first on a day and each other a month after the one before: on the same day of
 * the month, or on its last where it has none. What does not divide comes with the first ones.
 */
export function partsOf(sum: number, count: number, day: string): { day: string; amount: number }[] {
  const least = Math.floor(sum / count);
  const more = sum - least * count;
  return Array.from({ length: count }, (_, at) => ({
    day: monthsAfter(day, at),
    amount: least + (at < more ? 1 : 0),
  }));
}

function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
