export { thingRows } from './rows.ts';
