export { endEnrolment, logPayment } from './end-enrolment.ts';
export { expireOrder } from './expire-order.ts';
export { moneyText } from './money-text.ts';
export { type Checkpoint, type Payments, paymentsOf, priceOf } from './payments.ts';
export {
  countAttention,
  expireHoldNow,
  expireHolds,
  findAttention,
  findOpenOrder,
  findOrder,
  findOrderByIntent,
  findOrdersByIntent,
  findOrdersPaid,
  HOLDING,
  moveOrder,
  type OrderRow,
  sumMovements,
  sumMovementsOf,
} from './queries.ts';
export { settleReturns } from './record-returns.ts';
export { refundOrder } from './refund-order.ts';
export { settleIntent } from './settle.ts';
