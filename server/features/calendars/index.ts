export { deleteCalendar } from './queries.ts';
export { calendarRecovery } from './recovery.ts';
