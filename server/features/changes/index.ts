export { type Actor, findChangesOf, insertChange, moveLearnerInLog, wasApproved } from './queries.ts';
export { sumNote } from './sum-note.ts';
