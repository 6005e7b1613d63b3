export { strikeDebts } from './by-hand/strike-debts.ts';
export { WEBHOOK_EVENTS, WEBHOOK_PATH } from './events/webhook.ts';
export { expireOrder } from './expire-order.ts';
export { paymentsOf } from './payments-of.ts';
export { paymentRows } from './rows.ts';
export { ANOTHER_AMOUNT, settleIntent } from './settle.ts';
