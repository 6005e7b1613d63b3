export {
  boundOrderWork,
  claimOrder,
  dueReserved,
  expireHoldNow,
  expireHolds,
  findDueOrders,
  findHoldsEndingAfter,
  updateHoldEnd,
} from './due-queries.ts';
export { findAllEarned, findEarned, findRestsEarned } from './earned.ts';
export { deleteTraces, IMPORT_UNDONE } from './given-by-import.ts';
export {
  browseOrdersOwed,
  countAttention,
  countFamilyHolds,
  countUnpaidPlaces,
  findAttention,
  findOrdersOwed,
  findOrdersPaid,
  findPaid,
} from './lists.ts';
export { logPayment } from './log-payment.ts';
export { notifyAttention } from './notify-attention.ts';
export {
  HOLDING,
  holdsSeat,
  isPaid,
  isReserved,
  mayBePaid,
  OPEN,
  PAID,
  RETURNED,
  UNPAID,
} from './order-states.ts';
export {
  endedByHand,
  endedByHandWords,
  enrolledByHand,
  freeTransaction,
  isByHand,
  paidByHandOf,
  transactionOf,
} from './paid-by-hand.ts';
export {
  type CancelTerms,
  type Checkpoint,
  cancelUntil,
  mayMove,
  type Payments,
  type Student,
  type Terms,
} from './payments.ts';
export {
  ALONE,
  amountOf,
  byClass,
  byLearner,
  chargeOrder,
  findOpenOrder,
  findOrder,
  findOrderByIntent,
  findOrderOfPayment,
  findOrdersByIntent,
  findOrdersOf,
  findOrdersOfCheckouts,
  findOrdersOfIntent,
  findOrdersWith,
  findTrial,
  findTrialOfLesson,
  findTrialsToCome,
  goesBackOf,
  insertOrder,
  isListedAsPaid,
  isTrial,
  lessonsOf,
  lockOrders,
  moveOrder,
  moveOrders,
  moveOwed,
  type OrderChange,
  type OrderRow,
  type OrdersOfPayment,
  passOrderOn,
  passToPayer,
  paymentIdOf,
  paymentOf,
  repriceOrder,
  seatClassOf,
} from './queries.ts';
export { reserveWords } from './reserve-words.ts';
export { orderRows } from './rows.ts';
export { areOwnOf, findSelf, listed, NO_CLASS, nameOfClass, receiptButton, toPayer } from './to-payer.ts';
