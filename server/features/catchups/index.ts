export { earnedBy, type MissedRules } from './earned-by.ts';
export { endGuests, endGuestsOfClass } from './end-guests.ts';
export { endNotices } from './end-notices.ts';
export { findBusy } from './find-busy.ts';
export { countFree, FREE_FOR_GUESTS, findFreeForGuests } from './free-places.ts';
export { loseCatchUps } from './lose-catch-ups.ts';
export {
  deleteAbsence,
  findAbsence,
  findGuest,
  findGuestFrom,
  insertAbsence,
  insertGuest,
  prolongRight,
  updateWords,
} from './records.ts';
export { catchUpRows } from './rows.ts';
export { settleLessons } from './settle-lessons.ts';
export { untilOf } from './until.ts';
