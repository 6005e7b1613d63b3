export { keyRows } from './rows.ts';
