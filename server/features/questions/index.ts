export { questionPersonRows } from './rows.ts';
