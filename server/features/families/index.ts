export { mergeRecovery } from './recovery.ts';
export { familyPersonRows } from './rows.ts';
