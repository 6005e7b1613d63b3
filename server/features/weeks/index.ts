export { findOfSchool } from './queries.ts';
