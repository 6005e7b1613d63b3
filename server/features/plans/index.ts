export type { PlanCheckpoint } from './change-plans.ts';
