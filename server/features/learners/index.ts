export { openClaim } from './ask.ts';
export { eraseLearner } from './change-learners.ts';
export { findLearner, findLearnerNames, type LearnerNames, type LearnerRight } from './find-learner.ts';
export { type AccessibleLearner, lockOwnLearners } from './queries.ts';
