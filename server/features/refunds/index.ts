export { recordCreditRefunds } from './family/ask-card.ts';
export { findTaken, gaveCredit, sumTaken } from './family/taken.ts';
export { settleReturns } from './record-returns.ts';
export { refundOrder } from './refund-order.ts';
export { refundRows } from './rows.ts';
