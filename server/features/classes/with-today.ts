import type { Billing } from '#contract/classes/calls.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import {
  countLessons,
  countPeriods,
  findNextLessons,
  type NextLesson,
} from '#server/features/lessons/index.ts';
import { priceOfPlace } from './admission/price-of-place.ts';

/** The database and the moment; outside transactions only. */
export type Asked = { db: Db; readSchool: ReadSchool; now: () => number };

/**
 * What of a class depends on the moment: what enrolling costs (cents), how many lessons are left, and the
 * next of them.
 */
export type Today = {
  price?: number;
  lessons?: { left: number; of: number };
  next?: NextLesson;
  period?: { lessons: number; from: string; to: string; name?: string | undefined };
};

/**
 * Classes with their current price and lessons. A finished class has no price; `hasNext` adds the next lesson
 * of each.
 */
export async function withToday<Row extends { _id: string; price: number; billing: Billing }>(
  { db, readSchool, now }: Asked,
  rows: readonly Row[],
  { hasNext = false }: { hasNext?: boolean } = {},
): Promise<(Row & { today: Today })[]> {
  const ids = rows.map(({ _id }) => _id);
  const moment = now();
  const [terms, counts, coming, periods] = await Promise.all([
    readSchool(),
    countLessons(db, ids, moment),
    hasNext ? findNextLessons(db, ids, moment) : new Map<string, NextLesson>(),
    countPeriods(db, rows, moment),
  ]);
  return rows.map((row) => {
    const count = counts.get(row._id);
    const next = coming.get(row._id);
    const period = terms.enrolmentPrice === 'class' ? periods.get(row._id) : undefined;
    return {
      ...row,
      today: {
        price: priceOfPlace(terms, row, count, period)?.amount,
        ...(count && { lessons: { left: count.left, of: count.of } }),
        ...(next && { next }),
        ...(period?.left && { period: { ...period, lessons: period.left } }),
      },
    };
  });
}
