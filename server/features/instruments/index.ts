export { findInstrumentsById } from './queries.ts';
export { instrumentRows } from './rows.ts';
