export { findDebtors } from './find-debtors.ts';
export { findOwing, sumOwing } from './find-owing.ts';
export { debtRows } from './rows.ts';
export { sayOwed } from './say-owed.ts';
