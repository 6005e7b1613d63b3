export { changeRole } from './change-role.ts';
export { findAdmins, findUser, hasUsers, insertUser, lockAdmins, type UserRow } from './queries.ts';
