export { instructorRows } from './rows.ts';
