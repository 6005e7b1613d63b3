export { callOff } from './call-off.ts';
export { findCallOffs } from './find-call-offs.ts';
export { findLookers } from './queries.ts';
export { callOffRows } from './rows.ts';
