export { settleReturns } from './record-returns.ts';
export { refundOrder } from './refund-order.ts';
