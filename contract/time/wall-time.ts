const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/**
 * A day and a time on the clocks of a place, as `<input type="datetime-local">` writes it:
 * `2026-11-24T16:00`.
 */
export type WallTime = string;

const WALL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // In this language, calendar and order the parts are digits alone.
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/**
 * What the clocks of a zone (an IANA name) show at a moment (epoch milliseconds), to the minute. Throws
 * `RangeError` for an unknown zone.
 */
export function wallTimeAt(moment: number, zone: string): WallTime {
  const parts = formatOf(zone).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/**
 * The day that it is in a zone (an IANA name) at a moment (epoch milliseconds), `2026-11-24`. Throws
 * `RangeError` for an unknown zone.
 */
export const dayAt = (moment: number, zone: string): string => wallTimeAt(moment, zone).slice(0, 10);

/** The moment at which a clock in UTC shows these digits; undefined for an invalid time. */
function asUtc(time: WallTime): number | undefined {
  if (!WALL_TIME.test(time)) return undefined;
  const moment = Date.parse(`${time}Z`);
  // 31 February is the third of March to some browsers.
  return Number.isNaN(moment) || wallTimeAt(moment, 'UTC') !== time ? undefined : moment;
}

/**
 * The moment at which the clocks of a zone show a time, as Temporal's `compatible` defines it (ECMA-262,
 * Temporal, DisambiguatePossibleEpochNanoseconds): of a time that occurs twice, when clocks are put back, the
 * first; of one that is skipped, when they are put forward, as much later as is skipped. Undefined for what
 * is no time. The years are 1900 to 9999: earlier clocks differed by seconds.
 */
export function momentOf(time: WallTime, zone: string): number | undefined {
  const utc = asUtc(time);
  if (utc === undefined) return undefined;
  const offsetAt = (moment: number) => (asUtc(wallTimeAt(moment, zone)) ?? moment) - floorToMinute(moment);
  const before = offsetAt(utc - 24 * HOUR_MS);
  const after = offsetAt(utc + 24 * HOUR_MS);
  const [first, last] = [utc - Math.max(before, after), utc - Math.min(before, after)];
  const isShownAt = (moment: number) => wallTimeAt(moment, zone) === time;
  // Left out: counted by the clocks of before they were put forward.
  return [first, last].find(isShownAt) ?? utc - before;
}

const floorToMinute = (moment: number) => Math.floor(moment / MINUTE_MS) * MINUTE_MS;
