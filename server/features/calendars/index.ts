export { deleteCalendar } from './queries.ts';
export { calendarRows } from './rows.ts';
