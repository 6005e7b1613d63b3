export { instalmentRows } from './rows.ts';
