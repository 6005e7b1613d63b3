export { mergeRecovery } from './recovery.ts';
