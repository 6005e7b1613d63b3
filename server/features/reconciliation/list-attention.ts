import { findAttention, type Payments } from '#server/features/orders/index.ts';
import { describePairs, pairsOfLedger } from './payment-pairs.ts';

const ATTENTION_MAX = 200;

/** Every payment that an admin has to look at, as the school's own ledger has it. */
export async function listAttention(payments: Payments) {
  const orders = await findAttention(payments.db, ATTENTION_MAX);
  return describePairs(payments, await pairsOfLedger(payments.db, orders));
}
