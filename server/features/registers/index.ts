export { registerRows } from './rows.ts';
