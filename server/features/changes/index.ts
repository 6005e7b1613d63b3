export { type Actor, findChangesOf, insertChange, wasApproved } from './queries.ts';
