export { termRows } from './rows.ts';
