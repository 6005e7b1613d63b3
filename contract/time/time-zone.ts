/** Whether a text is an IANA name of a time zone, such as `Europe/Lisbon`; an offset such as `+01:00` knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]+([/_+-][a-z0-9]+)*$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
