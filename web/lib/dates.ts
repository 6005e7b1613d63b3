const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as people read it, `6 November 2026`, from an ISO 8601 date or moment; in UTC, so that server and browser agree. */
export const formatDay = (iso: string) => DAY.format(new Date(iso));
