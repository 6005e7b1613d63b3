export { deleteCalendar } from './queries.ts';
export { calendarRecovery } from './recovery.ts';
export { calendarPersonRows } from './rows.ts';
