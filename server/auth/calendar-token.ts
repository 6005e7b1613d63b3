/** How the token in the address of a calendar begins, by which logs know it. */
export const CALENDAR_TOKEN = 'cal_';
