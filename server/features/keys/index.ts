export { findKey, noteUse, shownKey } from './queries.ts';
export { keyRows } from './rows.ts';
