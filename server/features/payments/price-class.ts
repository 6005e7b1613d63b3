import { type Lessons, partOf } from '#contract/part-of.ts';
import type { ClassRow } from '#server/features/classes/index.ts';
import { countLessons } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';

import { type Payments, priceOf, type Terms } from './payments.ts';

/** What enrolling in a class costs at a moment, in cents; the lessons that are left, where they set that. */
export type Priced = { amount: number; lessons: Lessons | null };

type Pricing = Pick<Terms, 'enrolmentPrice'>;

/**
 * What enrolling in a class costs now that its lessons have been counted: with a price of its own, a class under way costs the lessons that are left.
 * Undefined for a class whose lessons have all begun or are cancelled.
 */
export function priceOfPlace(
  terms: Pricing,
  wanted: ClassRow,
  count: Lessons | undefined,
): Priced | undefined {
  const price = priceOf(terms, wanted);
  if (count?.left === 0) return undefined;
  if (!count || terms.enrolmentPrice !== 'class') return { amount: price, lessons: null };
  const lessons = { left: count.left, of: count.of };
  return { amount: partOf(price, lessons), lessons };
}

/** The same at a moment (epoch milliseconds). Throws `class-over` where none of its lessons is left. */
export async function priceClass(
  { db }: Pick<Payments, 'db'>,
  terms: Pricing,
  { wanted, moment }: { wanted: ClassRow; moment: number },
): Promise<Priced> {
  const counts = await countLessons(db, [wanted._id], moment);
  const priced = priceOfPlace(terms, wanted, counts.get(wanted._id));
  ensure(priced, 'class-over');
  return priced;
}
