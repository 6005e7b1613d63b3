export { billingRows } from './rows.ts';
export { type BillingSettings, findBillingSettings } from './settings.ts';
