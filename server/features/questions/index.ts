export { questionRows } from './rows.ts';
