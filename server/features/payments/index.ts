export { enrolQuietly } from './by-hand/enrol-several.ts';
export { partPayments } from './by-hand/part-payments.ts';
export { findMovementBy, recordMovement } from './by-hand/record-movement.ts';
export { strikeDebts } from './by-hand/strike-debts.ts';
export { WEBHOOK_EVENTS, WEBHOOK_PATH } from './events/webhook.ts';
export { paymentsOf } from './payments-of.ts';
export { paymentRows } from './rows.ts';
export { expireOrder } from './settling/expire-order.ts';
export { ANOTHER_AMOUNT, settleIntent } from './settling/settle.ts';
