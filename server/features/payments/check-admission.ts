import { schoolDay } from '#server/database/rows/school-row.ts';
import { type ClassRow, checkAge, checkOpening, hasAges, isKept } from '#server/features/classes/index.ts';
import { findOpenOrder, type Payments, type Terms } from '#server/features/orders/index.ts';

type Wanted = { learnerid: string; wanted: ClassRow };

/**
 * Throws `class-not-open` unless each class is open to its learner already, and `age-outside` or
 * `born-missing` unless it is for their age at its first lesson to come. The office may give a place before a
 * class opens. Who has a seat held or offered has passed, on the day on which they began to pay or to wait:
 * no learner is offered a seat and then refused.
 */
export async function checkAdmission(
  { db, seats, now }: Pick<Payments, 'db' | 'seats' | 'now'>,
  terms: Pick<Terms, 'timezone'>,
  items: readonly Wanted[],
  reader: 'family' | 'office' = 'family',
): Promise<void> {
  const moment = now();
  for (const { learnerid, wanted } of items) {
    const mustWait = reader === 'family' && isKept(wanted, moment);
    if (!mustWait && !hasAges(wanted)) continue;
    const place = { learnerid, classid: wanted._id };
    const hasSeat =
      (await findOpenOrder(db, place)) !== undefined ||
      (await seats.findOffer(db, { ...place, now: moment })) !== undefined;
    if (hasSeat) continue;
    if (mustWait) await checkOpening(db, wanted, { learnerid, now: moment });
    await checkAge(db, wanted, { learnerid, day: schoolDay(terms, moment), now: moment, reader });
  }
}
