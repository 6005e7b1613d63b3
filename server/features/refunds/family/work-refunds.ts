import type { Payments } from '#server/features/orders/index.ts';
import { AppError } from '#server/http/errors.ts';
import { askCard } from './ask-card.ts';
import { claimRefund, findDueRefunds } from './queries.ts';

const AT_ONCE = 50;
const LEASE_MS = 60_000;

/** Finishes what the calls that gave back have left, and looks after what is under way; gives how many. */
export async function workRefunds(payments: Payments): Promise<number> {
  const { db, now, lease, logError } = payments;
  let worked = 0;
  for (const refund of await findDueRefunds(db, now(), AT_ONCE)) {
    if (!(await claimRefund(db, refund, lease(now() + LEASE_MS)))) continue;
    try {
      await askCard(payments, refund);
      worked += 1;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider-unavailable')) logError(error);
    }
  }
  return worked;
}
