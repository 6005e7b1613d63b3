import type { Lessons } from '#contract/payments/part-of.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { findOpenOrder, type Payments } from '#server/features/orders/index.ts';
import { expireOrder } from '#server/features/payments/settling/expire-order.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { OpenedMeanwhile, seatPlaces, takePlaces } from './give-places.ts';
import { hasSeat, type PlaceInput, pricePlace, readyPlace } from './ready-place.ts';

/** What a place was booked at (cents), or would be, and what set that. */
export type Booked = {
  insertedId?: string;
  price: number;
  currency: string;
  lessons?: Lessons;
  fullprice?: number;
  pricereason?: string;
};

/**
 * Enrols a learner past the card service, by the same locks and rules as one who pays online: an order is
 * opened and settled at once. A payment for the place that is open online is ended first, unless the card
 * service says that it was paid. Gives the enrolment's id with what it was booked at. Throws
 * `learner-not-found`, `price-differs` where another price was shown than it has now, what stands in the way
 * of enrolling, and `changed-meanwhile` where the learner went to another account in this moment.
 */
export async function enrolByHand(
  payments: Payments,
  { actor, ...input }: PlaceInput & { actor: Actor },
  { isDry = false }: { isDry?: boolean } = {},
): Promise<Booked> {
  const { db } = payments;
  const terms = await payments.terms();
  const found = await pricePlace(payments, terms, input);
  const { priced, wanted } = found;
  const { currency } = terms;
  const lessons = priced.lessons ?? undefined;
  if (isDry) return { price: priced.amount, currency, lessons, ...reduced(priced) };
  const place = await readyPlace(payments, terms, input, found);
  await endOpenPayment(payments, input, wanted.availableseat);
  try {
    const order = await transact(db, async (tx) => {
      const { seated, refused } = await seatPlaces(payments, tx, [place], { terms });
      if (refused[0]) throw refused[0].error;
      const [enrolled] = await takePlaces(payments, tx, seated, { terms, actor });
      return enrolled;
    });
    payments.checkpoint('enrolment-committed');
    payments.changed();
    const { _id: insertedId, amount: price, ...sum } = order ?? { _id: undefined, ...place };
    return { insertedId, price, currency, lessons, ...reduced(sum) };
  } catch (error) {
    // Another order of the learner for the class came between: a double click, or a payment that began in
    // this moment.
    if (isUniqueViolation(error) || error instanceof OpenedMeanwhile) throw new AppError('already-enrolled');
    throw error;
  }
}

const reduced = ({
  fullamount,
  amountreason,
}: {
  fullamount: number | null;
  amountreason?: string | null;
}) => ({
  fullprice: fullamount ?? undefined,
  pricereason: amountreason ?? undefined,
});

/**
 * Ends what the family has begun to pay online; not where the class is full, since the seat would go to who
 * waits.
 */
async function endOpenPayment(payments: Payments, place: PlaceInput, free: number) {
  const { db } = payments;
  const open = await findOpenOrder(db, place);
  ensure(open?.state !== 'enrolled', 'already-enrolled');
  ensure(await hasSeat(payments, db, place, { free, orderid: open?._id }), 'class-full');
  if (!open) return;
  const ended = await expireOrder(payments, open);
  const isEnrolled = ended.some(({ _id, state }) => _id === open._id && state === 'enrolled');
  ensure(!isEnrolled, 'already-enrolled');
}
