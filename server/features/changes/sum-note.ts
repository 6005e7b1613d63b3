import type { Formats } from '#contract/formats.ts';
import type { ChangeRow } from './queries.ts';

/** A sum as the log keeps it, such as `6000 usd`: it is written as the school does when it is read. */
export const sumNote = (cents: number, currency: string) => `${cents} ${currency}`;

const SUM = /^(\d+) ([a-z]{3})$/;

const SUMMED = new Set<ChangeRow['about']>(['payment', 'family']);

/** A line of the log with its sum written for people; version 0.1.0 kept it so. */
export function withSum(change: ChangeRow, { money }: Formats): ChangeRow {
  const [, cents, currency] = (SUMMED.has(change.about) && SUM.exec(change.note ?? '')) || [];
  return cents === undefined ? change : { ...change, note: money(Number(cents) / 100, currency) };
}
