import ICAL from 'ical.js';
import { isTimeZone } from '#contract/time/time-zone.ts';

/** From when to when (epoch milliseconds). */
export type Span = { startsat: number; endsat: number };

export type Asked = {
  /** A calendar as RFC 5545 has it. */
  file: string;
  /** What is before and after is left out (epoch milliseconds). */
  from: number;
  to: number;
  /** The school's, as IANA calls it: of days, and of times that name no zone. */
  zone: string;
};

/** Why a calendar gives no times: it is none, or holds more than a teacher's can. */
export type Unreadable = 'no-calendar' | 'too-much';
export class UnreadableCalendar extends Error {
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(why);
    this.why = why;
  }
}

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
/** Clocks anywhere differ from UTC by less, so that a time far from the window needs no zone. */
const MARGIN_MS = DAY_MS;
/** How many recurrences of a file are counted through, wanted or not: a weekly lesson of ten years has 520. */
const STEPS_MAX = 100_000;
/** How many times are kept: ten a day. */
const TIMES_MAX = 2000;

/**
 * When a calendar says that its owner is busy, in order, each time once: what touches or overlaps is one. Not
 * events that are cancelled, or that are marked as free (`TRANSP:TRANSPARENT`). Throws `UnreadableCalendar`.
 * It may take as long and as much memory as the file wants: call it where it can be ended (`readInThread`).
 */
export function readTimes(asked: Asked): Span[] {
  try {
    return timesOf(asked);
  } catch (error) {
    // What a parser stumbles over it says in no teacher's words.
    throw error instanceof UnreadableCalendar ? error : new UnreadableCalendar('no-calendar');
  }
}

function timesOf({ file, ...window }: Asked): Span[] {
  const events = Map.groupBy(parse(file).getAllSubcomponents('vevent'), uidOf);
  const steps = { left: STEPS_MAX };
  const found: Span[] = [];
  for (const versions of events.values())
    for (const span of spansOf(versions, { ...window, steps })) {
      const startsat = Math.max(span.startsat, window.from);
      const endsat = Math.min(span.endsat, window.to);
      if (startsat < endsat) found.push({ startsat, endsat });
    }
  const times = joined(found);
  if (times.length > TIMES_MAX) throw new UnreadableCalendar('too-much');
  return times;
}

function parse(file: string): ICAL.Component {
  const calendar = new ICAL.Component(ICAL.parse(file));
  if (calendar.name !== 'vcalendar') throw new UnreadableCalendar('no-calendar');
  return calendar;
}

/** An event that names none is one of its own. */
const uidOf = (event: ICAL.Component): unknown => event.getFirstPropertyValue('uid') ?? event;

type Reading = Omit<Asked, 'file'> & { steps: { left: number } };

/** The times of one event: it, how it recurs, and what differs of single recurrences. */
function* spansOf(versions: readonly ICAL.Component[], reading: Reading): Generator<Span> {
  const { exceptions = [], masters = [] } = Object.groupBy(versions, (event) =>
    event.hasProperty('recurrence-id') ? 'exceptions' : 'masters',
  );
  const replaced = new Set(exceptions.map((event) => momentIn(event, 'recurrence-id', reading.zone)));
  for (const event of masters)
    for (const span of isBusy(event) ? recurrencesOf(event, reading) : [])
      if (!replaced.has(span.startsat)) yield span;
  for (const event of exceptions) {
    const length = isBusy(event) ? lengthOf(event, reading.zone) : undefined;
    if (length) yield lasting(timeIn(event, 'dtstart'), { event, length, zone: reading.zone });
  }
}

const wordIn = (event: ICAL.Component, name: string) =>
  String(event.getFirstPropertyValue(name) ?? '').toUpperCase();

const isBusy = (event: ICAL.Component) =>
  wordIn(event, 'transp') !== 'TRANSPARENT' && wordIn(event, 'status') !== 'CANCELLED';

/** How often an event is, within the window. */
function* recurrencesOf(event: ICAL.Component, { from, to, zone, steps }: Reading): Generator<Span> {
  const dtstart = timeIn(event, 'dtstart');
  // By their zones hardly any event of a long calendar is to be looked at.
  if (wallOf(dtstart) - MARGIN_MS >= to || isOver(event, from - 2 * MARGIN_MS)) return;
  const length = lengthOf(event, zone);
  if (!length) return;
  const recurrences = new ICAL.RecurExpansion({ component: event, dtstart });
  for (let time = recurrences.next(); time; time = recurrences.next()) {
    steps.left -= 1;
    if (steps.left < 0) throw new UnreadableCalendar('too-much');
    const about = wallOf(time);
    if (about - MARGIN_MS >= to) return;
    if (about + MARGIN_MS + roughly(length) <= from) continue;
    yield lasting(time, { event, length, zone });
  }
}

/** Whether an event is over before a moment, the last time that it recurs. */
function isOver(event: ICAL.Component, moment: number): boolean {
  if (event.hasProperty('rdate')) return false;
  const start = timeIn(event, 'dtstart');
  const rules = event.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur);
  const last = rules.map(({ until }) => (until ? wallOf(until) : Infinity));
  const end = event.hasProperty('dtend') ? wallOf(timeIn(event, 'dtend')) : wallOf(start);
  const duration = secondsOf(event.getFirstPropertyValue('duration')) * SECOND_MS;
  return Math.max(wallOf(start), ...last) + Math.max(end - wallOf(start), 0) + duration < moment;
}

/** How long an event lasts: whole days, which differ by the clocks, or milliseconds. */
type Length = { days: number } | { ms: number };

const roughly = (length: Length) => ('days' in length ? length.days * DAY_MS : length.ms);

/** Undefined for an event that takes no time: without an end, or with one before its beginning. */
function lengthOf(event: ICAL.Component, zone: string): Length | undefined {
  const start = timeIn(event, 'dtstart');
  const duration = event.getFirstPropertyValue('duration');
  const hasEnd = event.hasProperty('dtend');
  if (start.isDate) {
    const ms = hasEnd ? wallOf(timeIn(event, 'dtend')) - wallOf(start) : secondsOf(duration) * SECOND_MS;
    const days = hasEnd || duration ? Math.round(ms / DAY_MS) : 1;
    return days > 0 ? { days } : undefined;
  }
  const ms = hasEnd
    ? momentIn(event, 'dtend', zone) - momentIn(event, 'dtstart', zone)
    : secondsOf(duration) * SECOND_MS;
  return ms > 0 ? { ms } : undefined;
}

const secondsOf = (duration: unknown) => (duration instanceof ICAL.Duration ? duration.toSeconds() : 0);

function lasting(
  time: ICAL.Time,
  { event, length, zone }: { event: ICAL.Component; length: Length; zone: string },
): Span {
  const startsat = momentOf(time, zoneOf(event, 'dtstart', zone));
  if ('ms' in length) return { startsat, endsat: startsat + length.ms };
  const end = time.clone();
  end.addDuration(ICAL.Duration.fromSeconds(length.days * (DAY_MS / SECOND_MS)));
  return { startsat, endsat: momentOf(end, zone) };
}

function timeIn(event: ICAL.Component, name: string): ICAL.Time {
  const time = event.getFirstPropertyValue(name);
  if (time instanceof ICAL.Time) return time;
  throw new UnreadableCalendar('no-calendar');
}

const momentIn = (event: ICAL.Component, name: string, zone: string): number =>
  momentOf(timeIn(event, name), zoneOf(event, name, zone));

/** What its clock shows, as if that were UTC. */
const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** IANA's name of the zone of a time; the school's where the file names none that is known. */
function zoneOf(event: ICAL.Component, name: string, zone: string): string {
  const tzid = event.getFirstProperty(name)?.getParameter('tzid');
  return typeof tzid === 'string' && isKnownZone(tzid) ? tzid : zone;
}

const known = new Map<string, boolean>();

function isKnownZone(tzid: string): boolean {
  const before = known.get(tzid);
  if (before !== undefined) return before;
  const isKnown = isTimeZone(tzid);
  known.set(tzid, isKnown);
  return isKnown;
}

/**
 * When a time is. Of a zone that is not IANA's the file may say how its clocks go; a day begins at midnight,
 * and a time without a zone is by the clocks, of `zone`.
 */
function momentOf(time: ICAL.Time, zone: string): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return wallOf(time);
  const isOwn = !time.isDate && time.zone !== ICAL.Timezone.localTimezone && !isKnownZone(time.zone.tzid);
  if (isOwn) return time.toUnixTime() * SECOND_MS;
  const { year, month, day, hour, minute, second } = time;
  const wall = time.isDate ? { year, month, day } : { year, month, day, hour, minute, second };
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}

/** Times in order, those that touch or overlap as one. */
function joined(spans: readonly Span[]): Span[] {
  const times: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.startsat - other.startsat)) {
    const last = times.at(-1);
    if (last && span.startsat <= last.endsat) last.endsat = Math.max(last.endsat, span.endsat);
    else times.push({ ...span });
  }
  return times;
}
