export { balanceOf, balancesOf } from './balances.ts';
export { expireHoldNow, expireHolds } from './due-queries.ts';
export { findAllEarned } from './earned-queries.ts';
export { endEnrolment, logPayment } from './end-enrolment.ts';
export { findPricesOf, findUnpaidEnrolled } from './enrolment-queries.ts';
export { expireOrder } from './expire-order.ts';
export { sumLedgerDays } from './ledger-days.ts';
export { findBalance, findBalances, findMovements } from './ledger-queries.ts';
export { type MonthSums, sumMonth, takenOf } from './month-sums.ts';
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
  findOrdersOwed,
  findOrdersPaid,
  findOrdersWith,
  goesBackOf,
  isListedAsPaid,
  moveOrder,
  type OrderRow,
  type OrdersOfPayment,
} from './order-queries.ts';
export { holdsSeat, isPaid } from './order-states.ts';
export { isByHand, paidByHandOf, transactionOf } from './paid-by-hand.ts';
export { type Checkpoint, type Payments, paymentsOf } from './payments.ts';
export { numberOf } from './receipt.ts';
export { settleReturns } from './record-returns.ts';
export { refundOrder } from './refund-order.ts';
export { paymentPersonRows } from './rows.ts';
export { ANOTHER_AMOUNT, settleIntent } from './settle.ts';
export { shareOut } from './share-out.ts';
export { strikeDebts } from './strike-debts.ts';
export { WEBHOOK_EVENTS, WEBHOOK_PATH } from './webhook.ts';
