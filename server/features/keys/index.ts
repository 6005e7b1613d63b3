export { noteUse } from './queries.ts';
export { keyRows } from './rows.ts';
