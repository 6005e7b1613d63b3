export { findCallOffs } from './find-call-offs.ts';
export { callOffRows } from './rows.ts';
