export { renamePlayed } from './queries.ts';
export { instructorRows } from './rows.ts';
