export { addUser } from './add-user.ts';
export { changeRole } from './change-role.ts';
export {
  findSelfLearner,
  findUser,
  hasOtherAdmin,
  hasUsers,
  lockAdmins,
  type UserRow,
} from './queries.ts';
