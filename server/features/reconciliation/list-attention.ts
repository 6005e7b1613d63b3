import { ATTENTION_MAX } from '#contract/reconciliation/calls.ts';
import { findAttention, type Payments } from '#server/features/orders/index.ts';
import { describePairs, pairsOfLedger } from './payment-pairs.ts';

type Part = {
  /** The transaction id of the payment after which they begin; from the newest on where it is unknown. */
  after?: string | undefined;
  limit?: number | undefined;
};

/** The payments that an admin has to look at, as the school's own ledger has them, the newest first. */
export async function listAttention(payments: Payments, { after, limit = ATTENTION_MAX }: Part = {}) {
  const orders = await findAttention(payments.db, { after, limit });
  return describePairs(payments, await pairsOfLedger(payments.db, orders));
}
