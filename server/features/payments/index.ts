export { balanceOf, balancesOf } from './balances.ts';
export { expireHoldNow, expireHolds } from './due-queries.ts';
export { findAllEarned } from './earned-queries.ts';
export { endEnrolment, logPayment } from './end-enrolment.ts';
export { expireOrder } from './expire-order.ts';
export { dayOf, startOf, sumLedgerDays } from './ledger-days.ts';
export { findBalance, findBalances, findMovements } from './ledger-queries.ts';
export {
  byLearner,
  countAttention,
  findAttention,
  findOpenOrder,
  findOrder,
  findOrderByIntent,
  findOrderOfPayment,
  findOrdersByIntent,
  findOrdersOfIntent,
  findOrdersPaid,
  findOrdersWith,
  goesBackOf,
  isListedAsPaid,
  moveOrder,
  type OrderRow,
  type OrdersOfPayment,
} from './order-queries.ts';
export { holdsSeat, isPaid } from './order-states.ts';
export { isByHand, transactionOf } from './paid-by-hand.ts';
export { type Checkpoint, type Payments, paymentsOf, priceOf } from './payments.ts';
export { settleReturns } from './record-returns.ts';
export { refundOrder } from './refund-order.ts';
export { settleIntent } from './settle.ts';
export { shareOut } from './share-out.ts';
export { WEBHOOK_EVENTS, WEBHOOK_PATH } from './webhook.ts';
