import assert from 'node:assert/strict';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';

/** What a program reads of an event. */
export type ReadEvent = {
  uid: string;
  sequence: number;
  status: string;
  /** Epoch milliseconds. */
  startsat: number;
  endsat: number;
  stampedat: number;
  summary: string;
  description: string;
  location: string;
  url: string;
};

/** The events of a calendar, as two programs read it that know nothing of each other; throws where they differ, and where a line is no line (RFC 5545, section 3.1). */
export function readCalendar(text: string): { name: string; events: ReadEvent[] } {
  checkLines(text);
  const { name, events } = readWithNodeIcal(text);
  assert.deepEqual(readWithIcalJs(text), events);
  return { name, events };
}

/** Lines end with both characters, and are 75 octets at most. */
function checkLines(text: string) {
  assert(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'));
  assert(text.endsWith('\r\nEND:VCALENDAR\r\n'));
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/);
  const tooLong = text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
  assert.deepEqual(tooLong, []);
}

function readWithIcalJs(text: string): ReadEvent[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component): ReadEvent => {
    const event = new ICAL.Event(component);
    const said = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
    const stamp = component.getFirstPropertyValue('dtstamp');
    assert.equal(event.startDate.zone, ICAL.Timezone.utcTimezone);
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: said('status'),
      startsat: event.startDate.toJSDate().getTime(),
      endsat: event.endDate.toJSDate().getTime(),
      stampedat: stamp instanceof ICAL.Time ? stamp.toJSDate().getTime() : Number.NaN,
      summary: event.summary,
      description: event.description ?? '',
      location: event.location ?? '',
      url: said('url'),
    };
  });
}

function readWithNodeIcal(text: string) {
  const { vcalendar, ...read } = nodeIcal.sync.parseICS(text);
  const isEvent = (one: unknown): one is VEvent => (one as Partial<VEvent>).type === 'VEVENT';
  const events = Object.values(read)
    .filter(isEvent)
    .map(
      (event): ReadEvent => ({
        uid: event.uid ?? '',
        sequence: Number(event.sequence),
        status: String(event.status),
        startsat: Number(event.start),
        endsat: Number(event.end),
        stampedat: Number(event.dtstamp),
        summary: String(event.summary),
        description: String(event.description ?? ''),
        location: String(event.location ?? ''),
        url: said(event.url),
      }),
    );
  return { name: String(vcalendar?.['WR-CALNAME']), events };
}

/** A value that has parameters beside it is read with them. */
const said = (value: unknown) =>
  typeof value === 'object' && value !== null && 'val' in value ? String(value.val) : String(value ?? '');
