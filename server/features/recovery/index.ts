export {
  closeRecovery,
  describeRecovery,
  endAllSetUp,
  endSetUp,
  endWhatASessionSetUp,
  followKeeping,
} from './end-what-a-session-set-up.ts';
export { isRecovered } from './queries.ts';
export { recoveryRows } from './rows.ts';
