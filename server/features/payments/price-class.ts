import type { ClassRow } from '#server/features/classes/index.ts';
import { countLessons, type Lessons, partOf } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';

import { type Payments, priceOf, type Terms } from './payments.ts';

/** What enrolling in a class costs at a moment, in cents; the lessons that are left, where they set that. */
export type Priced = { amount: number; lessons: Lessons | null };

type Pricing = Pick<Terms, 'enrolmentPrice'>;

/**
 * What enrolling in each of these classes costs at a moment (epoch milliseconds), by the class's id: with prices of their own, a class under way costs the
 * lessons that are left. Undefined for a class whose lessons have all begun or are cancelled.
 */
export async function priceClasses(
  { db }: Pick<Payments, 'db'>,
  terms: Pricing,
  { classes, moment }: { classes: readonly ClassRow[]; moment: number },
): Promise<ReadonlyMap<string, Priced | undefined>> {
  const ids = classes.map(({ _id }) => _id);
  const counts = await countLessons(db, ids, moment);
  return new Map(classes.map((one) => [one._id, priceNow(terms, one, counts.get(one._id))]));
}

function priceNow(terms: Pricing, wanted: ClassRow, count: Lessons | undefined): Priced | undefined {
  const price = priceOf(terms, wanted);
  if (count?.left === 0) return undefined;
  if (!count || terms.enrolmentPrice !== 'class') return { amount: price, lessons: null };
  const lessons = { left: count.left, of: count.of };
  return { amount: partOf(price, lessons), lessons };
}

/** The same of one class. Throws `class-over` where none of its lessons is left. */
export async function priceClass(
  payments: Pick<Payments, 'db'>,
  terms: Pricing,
  { wanted, moment }: { wanted: ClassRow; moment: number },
): Promise<Priced> {
  const prices = await priceClasses(payments, terms, { classes: [wanted], moment });
  const priced = prices.get(wanted._id);
  ensure(priced, 'class-over');
  return priced;
}
