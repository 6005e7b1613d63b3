import { HOLD_MS } from '#contract/payments/calls.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { claimCatchUp, insertEvents, returnCatchUp } from './queries.ts';

/**
 * What the provider tells of money that moved past the school. Nothing here would ask about it once the
 * student is enrolled.
 */
const TYPES = ['charge.refunded', 'charge.refund.updated', 'charge.dispute.created', 'charge.dispute.closed'];
const EVERY_MS = HOLD_MS;
/** The provider keeps its events for as long. */
const FIRST_BACK_MS = 30 * 24 * 60 * 60_000;
/** How far the provider's clock and the school's may be apart, with the time an event takes. */
const OVERLAP_MS = 60 * 60_000;

/**
 * How long after the first refusal it is tried again; after each further one twice as long, up to an hour.
 */
const REFUSED_MS = 2000;
const REFUSED_MAX_MS = 60 * 60_000;

/**
 * Asks the provider for lost events whenever that is due. Where the school's key may not list events, it is
 * asked ever more rarely, until the next start of the process. Each call throws what stood in the way.
 */
export function openCatchUp(payments: Payments): () => Promise<void> {
  let waitMs = 0;
  let refusedAt = 0;
  return async () => {
    const sinceMs = payments.now() - refusedAt;
    if (sinceMs >= 0 && sinceMs < waitMs) return;
    try {
      await catchUpOnEvents(payments);
      waitMs = 0;
    } catch (error) {
      if (error instanceof CardRefusal) {
        waitMs = Math.min(waitMs * 2 || REFUSED_MS, REFUSED_MAX_MS);
        refusedAt = payments.now();
      }
      throw error;
    }
  };
}

/**
 * Asks the provider now and then for events that were never told here: an event that got lost costs a quarter
 * of an hour.
 */
async function catchUpOnEvents({ db, cards, now }: Payments): Promise<void> {
  const moment = now();
  const last = await claimCatchUp(db, { now: moment, everyMs: EVERY_MS });
  if (last === undefined) return;
  const since = last === null ? moment - FIRST_BACK_MS : last - OVERLAP_MS;
  try {
    for await (const event of cards.listEvents({ types: TYPES, since })) {
      await insertEvents(db, [{ ...event, now: moment }]);
    }
  } catch (error) {
    await returnCatchUp(db, { claimed: moment, last });
    throw error;
  }
}
