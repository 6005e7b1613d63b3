export { importRows } from './rows.ts';
