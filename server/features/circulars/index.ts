export { circularRows } from './rows.ts';
