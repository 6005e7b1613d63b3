export type { PlanCheckpoint } from './change-plans.ts';
export { findClosures, insertPlans, updateTeacherOfPlans } from './queries.ts';
export { planRows } from './rows.ts';
