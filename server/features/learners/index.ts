export { addLearnerIn, changeLearnerIn, ensureBorn, eraseLearner } from './change-learners.ts';
export { type Asking, endGuardianIn, openClaim, saveGuardianIn, withdraw } from './claims/ask.ts';
export {
  insertGuardian,
  moveGuardian,
  moveGuardiansBy,
  moveGuardiansOf,
  restoreGuardian,
} from './claims/move-guardians.ts';
export { deleteGuardian, findGuardians, findOpenClaims } from './claims/queries.ts';
export { findTakeoversOf, takeBackIn } from './claims/takeovers.ts';
export { findInUse, isEmptyAccount } from './find-in-use.ts';
export {
  findLearner,
  findLearnerNames,
  findShownLearners,
  type LearnerNames,
  mayActFor,
  NO_LEARNER,
} from './find-learner.ts';
export {
  deleteDroppedLearner,
  deleteLearners,
  deleteLearnersOf,
  deleteSelves,
  dropLearner,
  insertLearners,
  lockLearnerRows,
  moveChildren,
  moveLearners,
  takeInDropped,
} from './move-learners.ts';
export { findBegun, type MovedRows, moveRows, moveRowsBack } from './move-rows.ts';
export { findLeaving, passOnLearners } from './pass-on.ts';
export { findLearnerOf, findPayer, hasLeft, lockLearner, updateLearner } from './queries.ts';
export { SETTLED_MS } from './recovery.ts';
export { learnerRows } from './rows.ts';
