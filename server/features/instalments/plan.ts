/** The parts of an invoice, and what the account agreed to with them, as the payment of the first one has it. */
export type Plan = {
  invoiceid: string;
  /** Each with the school's day on which it is due, in cents. */
  parts: readonly { day: string; amount: number }[];
  /** What the account read, and when. */
  words: string;
  agreedat: number;
};

export const readPlan = (plan: string) => JSON.parse(plan) as Plan;

/**
 * Parts of a sum, in cents, the first on a day and each other a month after the one before: on the same day of
 * the month, or on its last where it has none. What does not divide comes with the first ones.
 */
export function partsOf(sum: number, count: number, day: string): Plan['parts'] {
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
