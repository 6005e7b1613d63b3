export { billFirstLessons, endBilledLessons, passBilledLessonsOn } from './billed-lessons.ts';
export { billRests, endRest } from './billed-rest.ts';
export { findLessonsOfCharges } from './lesson-queries.ts';
export { billingRows } from './rows.ts';
export { type BillingSettings, findBillingSettings, findLateFee } from './settings.ts';
