export { keyRecovery } from './recovery.ts';
export { keyPersonRows } from './rows.ts';
