export { findNotTaken } from './find-not-taken.ts';
export { registerRows } from './rows.ts';
