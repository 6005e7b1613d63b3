export { handToSchool as resubmitReview } from './queries.ts';
export { reviewRows } from './rows.ts';
