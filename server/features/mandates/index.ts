export { findSaved, type Saved, saveCardOf } from './queries.ts';
export { mandateRows } from './rows.ts';
