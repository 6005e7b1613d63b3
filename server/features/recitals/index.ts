export { recitalRows } from './rows.ts';
