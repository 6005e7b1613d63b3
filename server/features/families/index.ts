export { sumOwing } from './queries.ts';
export { familyRows } from './rows.ts';
