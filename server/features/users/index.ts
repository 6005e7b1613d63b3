export { addUser } from './add-user.ts';
export { changeRole } from './change-role.ts';
export {
  cancelLeaving,
  findContact,
  findDueToLeave,
  findSelfLearner,
  findUser,
  hasOtherAdmin,
  hasUsers,
  lockAdmins,
  markLeaving,
  type UserRow,
  updateContact,
} from './queries.ts';
export { userRecovery } from './recovery.ts';
export { isUnnamed } from './unnamed.ts';
