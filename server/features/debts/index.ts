export { findDebtors } from './find-debtors.ts';
export { debtRows } from './rows.ts';
export { sayOwed } from './say-owed.ts';
