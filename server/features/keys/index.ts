export { keyRecovery } from './recovery.ts';
