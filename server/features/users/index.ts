export { changeRole } from './change-role.ts';
export { findAdmins, hasOtherAdmin, hasUsers, insertUser, lockAdmins, type UserRow } from './queries.ts';
