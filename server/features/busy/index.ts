export { findBusyDuring } from './find-busy-during.ts';
export { deleteBusyCalendar, findBusyTimes } from './queries.ts';
export { busyRows } from './rows.ts';
