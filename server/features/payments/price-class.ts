import { type ClassRow, type Priced, type Pricing, priceOfPlace } from '#server/features/classes/index.ts';
import { countLessons, countPeriods } from '#server/features/lessons/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';

/**
 * What enrolling in a class costs at a moment (epoch milliseconds). Throws `class-over` where none of its
 * lessons is left.
 */
export async function priceClass(
  { db }: Pick<Payments, 'db'>,
  terms: Pricing,
  { wanted, moment }: { wanted: ClassRow; moment: number },
): Promise<Priced> {
  const counts = await countLessons(db, [wanted._id], moment);
  const periods = await countPeriods(db, [wanted], moment);
  const priced = priceOfPlace(terms, wanted, counts.get(wanted._id), periods.get(wanted._id));
  ensure(priced, 'class-over');
  return priced;
}
