export {
  endEnrolment,
  endEnrolmentIn,
  findKept,
  findKeptRests,
  freeSeatOf,
  type Kept,
} from './end-enrolment.ts';
export { keepCancellable, keepCancelUntil } from './keep-cancel-until.ts';
export { notifyOfRefund } from './letters/notify-of-enrolment.ts';
export { CALLED_OFF, STUDENT_CANCELLED } from './letters/notify-payer.ts';
export { notifyBelow, notifyNotCharged, notifyReserved } from './letters/reservations.ts';
export { freePlace, holdPlace, releasePlace, takePlace } from './place-of-order.ts';
export { chargePlace, findEnrolment, findPricesOf, findUnpaidEnrolled, repricePlace } from './queries.ts';
export { numberOf } from './receipt.ts';
export { findForEnrolments, type OrderOfClass, recordEnrolments, recordTrial } from './record-enrolments.ts';
export { enrolmentRows } from './rows.ts';
export { findTrialClash } from './trials/find-clash.ts';
export { giveUpUntil } from './trials/give-up-until.ts';
export { notifyTrialMoved, notifyTrialOver } from './trials/letters.ts';
export { findTrialLesson, isHeld, lockTrialLesson, type TrialLesson } from './trials/trial-lesson.ts';
