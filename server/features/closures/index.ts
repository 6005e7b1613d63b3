export { closurePersonRows } from './rows.ts';
