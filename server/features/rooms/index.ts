export { roomRows } from './rows.ts';
