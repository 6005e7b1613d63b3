/** The day that it is in a time zone (IANA's name) at a moment in epoch milliseconds, as ISO 8601: `2026-11-22`. */
export const dayIn = (timeZone: string, moment: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
