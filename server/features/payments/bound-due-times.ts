import { HOLD_MS } from '#contract/payments/calls.ts';
import {
  boundOrderWork,
  findHoldsEndingAfter,
  type Payments,
  updateHoldEnd,
} from '#server/features/orders/index.ts';
import { boundEventWork } from './events/queries.ts';

/** How far the clocks of the school's processes may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * Brings what is due in a time that cannot be, since it was written while the clock was ahead, back to the
 * longest it may be: a hold for a seat that was offered lasts as long as the offer, any other `HOLD_MS`.
 */
export async function boundDueTimes({ db, seats, now }: Payments): Promise<void> {
  const moment = now();
  const longest = moment + HOLD_MS;
  const holds = await findHoldsEndingAfter(db, longest + CLOCKS_APART_MS);
  const offers = await seats.findDeadlines(
    db,
    holds.map(({ _id }) => _id),
  );
  for (const hold of holds) {
    const until = offers.get(hold._id) ?? longest;
    if (until < hold.holduntil) await updateHoldEnd(db, hold, { until, now: moment });
  }
  const bounds = { moment: longest + CLOCKS_APART_MS, now: moment };
  await boundOrderWork(db, bounds);
  await boundEventWork(db, bounds);
}
