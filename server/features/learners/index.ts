export { eraseLearner } from './change-learners.ts';
export { findLearner, type LearnerRight } from './find-learner.ts';
export { type AccessibleLearner, lockOwnLearners } from './queries.ts';
