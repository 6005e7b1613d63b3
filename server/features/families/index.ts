export { familyRows } from './rows.ts';
