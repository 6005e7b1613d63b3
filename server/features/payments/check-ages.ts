import { schoolDay } from '#server/database/school-row.ts';
import { type ClassRow, checkAge, hasAges } from '#server/features/classes/index.ts';
import { findOpenOrder } from './order-queries.ts';
import type { Payments, Terms } from './payments.ts';

type Wanted = { learnerid: string; wanted: ClassRow };

/**
 * Throws `age-outside` or `born-missing` unless each class is for the age of its learner today. Who has a seat held or offered has passed, on the day on
 * which they began to pay or to wait: nobody is offered a seat and then refused.
 */
export async function checkAges(
  { db, seats, now }: Pick<Payments, 'db' | 'seats' | 'now'>,
  terms: Pick<Terms, 'timezone'>,
  items: readonly Wanted[],
  reader: 'family' | 'office' = 'family',
): Promise<void> {
  const moment = now();
  for (const { learnerid, wanted } of items) {
    if (!hasAges(wanted)) continue;
    const place = { learnerid, classid: wanted._id };
    const hasSeat =
      (await findOpenOrder(db, place)) !== undefined ||
      (await seats.findOffer(db, { ...place, now: moment })) !== undefined;
    if (!hasSeat) await checkAge(db, wanted, { learnerid, day: schoolDay(terms, moment), reader });
  }
}
