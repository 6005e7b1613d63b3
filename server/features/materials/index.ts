export { HAS_MATERIALS } from './queries.ts';
export { materialRows } from './rows.ts';
