export { addUser, addUserIn } from './add-user.ts';
export { proveByLink, registerByLink } from './by-link.ts';
export { changeRole, changeRoleIn } from './change-role.ts';
export { noteSessionsEnded } from './note-sessions-ended.ts';
export { notifyOfAccounts } from './notify-of-accounts.ts';
export {
  cancelLeaving,
  deleteUser,
  deleteUsers,
  findContact,
  findContacts,
  findDueToLeave,
  findSelfLearner,
  findUser,
  hasOtherAdmin,
  hasUsers,
  insertUsers,
  lockAdmins,
  markLeaving,
  refuseOlderSignIns,
  type UserRow,
  updateContact,
} from './queries.ts';
export { userRows } from './rows.ts';
export { nameUser } from './unnamed.ts';
