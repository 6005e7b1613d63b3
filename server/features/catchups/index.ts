export { catchUpRows } from './rows.ts';
