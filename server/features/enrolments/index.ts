export { endEnrolment, endEnrolmentIn, findKept, freeSeatOf, type Kept } from './end-enrolment.ts';
export { keepCancellable, keepCancelUntil } from './keep-cancel-until.ts';
export { notifyOfRefund } from './letters/notify-of-enrolment.ts';
export { CALLED_OFF, STUDENT_CANCELLED } from './letters/notify-payer.ts';
export { findEnrolment, findPricesOf, findUnpaidEnrolled, repricePlace } from './queries.ts';
export { numberOf } from './receipt.ts';
export { findForEnrolments, type OrderOfClass, recordEnrolments } from './record-enrolments.ts';
export { enrolmentRows } from './rows.ts';
