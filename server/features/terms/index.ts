export { findTerm } from './queries.ts';
export { termRows } from './rows.ts';
