const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as people read it, `6 November 2026`, from an ISO 8601 date or moment; in UTC, so that server and browser agree. */
export const formatDay = (iso: string) => DAY.format(new Date(iso));

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as people read it, `6 Nov 2026, 14:05`, in their own time zone: for the browser alone. */
export const formatMoment = (iso: string) => MOMENT.format(new Date(iso));

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day of this year or so where there is little room, `6 Nov`; in UTC. */
export const formatShortDay = (iso: string) => SHORT_DAY.format(new Date(iso));

/** The hour and minute of a moment in the reader's own time zone. */
export const formatTime = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(iso));
