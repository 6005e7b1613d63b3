import type { Db } from '#server/database/schema.ts';
import { sumAllocated } from '#server/features/ledger/index.ts';
import { type OrderRow, paymentIdOf } from '#server/features/orders/index.ts';
import { type FamilyRefund, findOfPayments } from './queries.ts';

/** A refund of credit, and what of it no order of the payment counts as its own yet, in cents. */
export type Taken = { refund: FamilyRefund; ledgerid: string | null; left: number };

/** What credit took of payments by card and no place of them counts as its own refund, the oldest first. */
export async function findTaken(db: Db, paymentids: readonly string[]): Promise<Taken[]> {
  const refunds = (await findOfPayments(db, paymentids)).filter(
    ({ state, card }) => card > 0 && (state === 'due' || state === 'done'),
  );
  const counted = await sumAllocated(
    db,
    refunds.flatMap(({ refundid }) => refundid ?? []),
  );
  return refunds.map((refund) => {
    const { ledgerid = null, allocated = 0 } = counted.get(refund.refundid ?? '') ?? {};
    return { refund, ledgerid, left: refund.card - allocated };
  });
}

/** Whether credit was given back to the card of a payment. */
export async function gaveCredit(db: Db, [first]: readonly OrderRow[]): Promise<boolean> {
  return first !== undefined && (await findTaken(db, [paymentIdOf(first)])).length > 0;
}

export const sumTaken = (taken: readonly Taken[]) => taken.reduce((sum, { left }) => sum + left, 0);
