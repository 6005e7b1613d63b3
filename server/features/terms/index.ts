export { findTerm, findTerms, type TermRow } from './queries.ts';
export { termRows } from './rows.ts';
