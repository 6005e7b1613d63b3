export { deleteCalendar } from './queries.ts';
