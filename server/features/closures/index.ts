export { closureRows } from './rows.ts';
