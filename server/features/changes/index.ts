export { type Actor, findChangesOf, insertChange } from './queries.ts';
