import type { PersonRows } from '#server/features/feature.ts';

export const calendarPersonRows: PersonRows = {
  calendars: { userid: { account: { stays: 'Its address was given to a browser that is signed out.' } } },
};
