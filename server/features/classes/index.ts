export {
  enrolHeldSeat,
  findClass,
  findClassesById,
  freeHeldSeat,
  freeTakenSeat,
  holdSeat,
} from './queries.ts';
