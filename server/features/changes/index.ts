export { type Actor, findChangesOf, insertChange, wasApproved } from './queries.ts';
export { sumNote } from './sum-note.ts';
