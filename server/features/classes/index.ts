export { checkAge, hasAges } from './admission/check-age.ts';
export { checkOpening, isKept } from './admission/check-opening.ts';
export { isUndecided } from './admission/is-undecided.ts';
export { moveOpenings } from './admission/move-openings.ts';
export { type Priced, type Pricing, priceOf, priceOfPlace } from './admission/price-of-place.ts';
export { handOverIfFree, type ResubmitReview, updateClassIn } from './change-class.ts';
export { copyClass } from './copy-class.ts';
export { findWhen, whenFacts } from './find-when.ts';
export { notifyOfClass } from './notify-of-class.ts';
export { notifyCalledOff } from './notify-people.ts';
export {
  type ClassRow,
  closeDecision,
  decideOn,
  findClass,
  findClassesById,
  LOOKED_UP,
  lockClass,
  markCalledOff,
  raisePlanVersion,
  setWishesUntil,
} from './queries.ts';
export { readableClass } from './readable-class.ts';
export { classRows } from './rows.ts';
export { findSimilarClasses } from './search/find-similar-classes.ts';
export { familyHolds, tooManyHeld } from './seats/family-holds.ts';
export { freeHeldSeat, holdFreeSeat, lockFullClass, lockSeats, newSeats } from './seats/queries.ts';
export type { SeatQueue } from './seats/seat-queue.ts';
export { openSeats, type SeatCheckpoint, type Seats } from './seats/seats.ts';
export { withToday } from './with-today.ts';
