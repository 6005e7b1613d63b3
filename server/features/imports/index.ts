export { importPersonRows } from './rows.ts';
