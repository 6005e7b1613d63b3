export {
  type Actor,
  findChangesOf,
  insertChange,
  wasApproved,
} from './queries.ts';
export { changePersonRows } from './rows.ts';
export { sumNote } from './sum-note.ts';
