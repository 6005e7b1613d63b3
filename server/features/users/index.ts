export { addUser } from './add-user.ts';
export { changeRole } from './change-role.ts';
export {
  cancelLeaving,
  deleteUser,
  findContact,
  findDueToLeave,
  findSelfLearner,
  findUser,
  hasOtherAdmin,
  hasUsers,
  lockAdmins,
  markLeaving,
  refuseOlderSignIns,
  renameUser,
  type UserRow,
  updateContact,
} from './queries.ts';
export { userRows } from './rows.ts';
export { isUnnamed } from './unnamed.ts';
