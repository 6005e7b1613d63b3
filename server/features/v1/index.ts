export { v1Rows } from './rows.ts';
