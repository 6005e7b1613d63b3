export {
  type Actor,
  findChangesOf,
  insertChange,
  wasApproved,
} from './queries.ts';
export { changeRows } from './rows.ts';
export { sumNote } from './sum-note.ts';
export { INVITED, THE_SCHOOL, UNKNOWN_ORDER } from './with-names.ts';
