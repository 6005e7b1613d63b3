export {
  type Actor,
  findChangesOf,
  insertChange,
  moveLearnerInLog,
  movePreviousInLog,
  wasApproved,
} from './queries.ts';
export { sumNote } from './sum-note.ts';
