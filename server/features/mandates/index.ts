export { saveCardOf } from './queries.ts';
export { mandateRows } from './rows.ts';
