export { instructorPersonRows } from './rows.ts';
