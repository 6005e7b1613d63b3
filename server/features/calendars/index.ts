export { deleteCalendar, isOpen } from './queries.ts';
export { calendarRows } from './rows.ts';
