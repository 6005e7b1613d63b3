export { openClaim, withdraw } from './ask.ts';
export { eraseLearner } from './change-learners.ts';
export { findOwnLearners } from './claim-queries.ts';
export {
  findLearner,
  findLearnerNames,
  type LearnerNames,
  type LearnerRight,
  mayActFor,
} from './find-learner.ts';
export { findLeaving, passOnLearners } from './pass-on.ts';
export { type AccessibleLearner, hasLeft } from './queries.ts';
