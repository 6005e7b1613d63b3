import type { Payments } from '#server/features/orders/index.ts';
import { AppError } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import {
  claimMandate,
  deleteForgotten,
  endWork,
  findDueMandates,
  keepCustomer,
  type MandateRow,
  saveCardOf,
} from './queries.ts';

type Working = Pick<Payments, 'db' | 'cards' | 'now' | 'lease' | 'logError'>;

const AT_ONCE = 20;
/** What failed is tried again after so long. */
const LEASE_MS = 60_000;

/**
 * One look at what is due: cards to be forgotten at the card service, those that another has replaced, and
 * consents whose payment was never made. Each step may be taken twice; gives how many were done.
 */
export async function workMandates(working: Working): Promise<number> {
  const { db, now, lease, logError } = working;
  let done = 0;
  for (const mandate of await findDueMandates(db, now(), AT_ONCE)) {
    const claim = lease(now() + LEASE_MS);
    if (!(await claimMandate(db, mandate, claim))) continue;
    try {
      await work(working, mandate, claim);
      done++;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'provider-unavailable')) logError(error);
    }
  }
  return done;
}

async function work(
  { db, cards, now }: Working,
  { _id, state, intentid, customerid, methodid }: MandateRow,
  claim: { workat: number; lease: string },
): Promise<void> {
  if (state === 'forgetting') {
    // An answer may have been lost: under the same key the card service gives the customer it has made.
    await cards.deleteCustomer(customerid ?? (await cards.createCustomer(_id)));
    return deleteForgotten(db, _id);
  }
  if (intentid !== null) {
    const intent = await cards.readIntent(intentid).catch((error) => {
      if (error instanceof CardRefusal) return undefined;
      throw error;
    });
    if (intent?.saved && customerid === null) await keepCustomer(db, _id, intent.saved.customerid);
    if (intent?.saved) return saveCardOf(db, { intentid, card: intent.saved, now: now() });
  }
  if (state === 'asked') {
    return endWork(db, _id, claim, { state: 'forgetting', userid: null, intentid: null, workat: now() });
  }
  if (customerid !== null && methodid !== null) await cards.keepOnlyCard({ customerid, methodid });
  await endWork(db, _id, claim, { intentid: null });
}
