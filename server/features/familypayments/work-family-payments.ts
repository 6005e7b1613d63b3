import type { Payments } from '#server/features/orders/index.ts';
import { AppError } from '#server/http/errors.ts';
import { claimFamilyPayment, findDue } from './queries.ts';
import { endFamilyPayment } from './settle-family-payment.ts';

const AT_ONCE = 20;
/** While one worker asks the card service no other does; what failed is tried again after it. */
const LEASE_MS = 30_000;

/** Ends payments whose time is over, unless they were paid; gives how many. Each step may be taken twice. */
export async function workFamilyPayments(payments: Payments): Promise<number> {
  const { db, now, lease, logError } = payments;
  let done = 0;
  for (const payment of await findDue(db, now(), AT_ONCE)) {
    if (!(await claimFamilyPayment(db, payment, lease(now() + LEASE_MS)))) continue;
    try {
      await endFamilyPayment(payments, payment);
      done++;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider-unavailable')) logError(error);
    }
  }
  return done;
}
