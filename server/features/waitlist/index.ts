export { closeEntry } from './close-entry.ts';
export { findOpenEntries } from './queries.ts';
