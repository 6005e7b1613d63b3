import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import { expect } from 'vitest';

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
  expect(readWithIcalJs(text)).toEqual(events);
  return { name, events };
}

/** Lines end with both characters, and are 75 octets at most. */
function checkLines(text: string) {
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const tooLong = text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
  expect(tooLong).toEqual([]);
}

function readWithIcalJs(text: string): ReadEvent[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component): ReadEvent => {
    const event = new ICAL.Event(component);
    const said = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
    const stamp = component.getFirstPropertyValue('dtstamp');
    expect(event.startDate.zone, 'in UTC').toBe(ICAL.Timezone.utcTimezone);
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
