export { type BindCurrency, currencyBinding, requireCurrency } from './bind-currency.ts';
export { changeEvent, dropEvent, putEvent } from './change-facts.ts';
export { makeSchool } from './first-school.ts';
export { findSchoolNow, keepSchool, schoolOf } from './keep-school.ts';
export { schoolRows } from './rows.ts';
export { unusedVariables } from './unused-variables.ts';
