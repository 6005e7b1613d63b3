import assert from 'node:assert/strict';
import ICAL from 'ical.js';

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

/**
 * A calendar as a program reads it that knows nothing of its writer; throws where a line is no line (RFC
 * 5545, section 3.1).
 */
export function readCalendar(text: string): { name: string; events: ReadEvent[] } {
  checkLines(text);
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    name: plainOf(String(calendar.getFirstPropertyValue('x-wr-calname'))),
    events: calendar.getAllSubcomponents('vevent').map(readEvent),
  };
}

/** Lines end with both characters, and are 75 octets at most. */
function checkLines(text: string) {
  assert(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'));
  assert(text.endsWith('\r\nEND:VCALENDAR\r\n'));
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/);
  const tooLong = text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
  assert.deepEqual(tooLong, []);
}

/**
 * What an escaped text means: the standard knows no name of a calendar, so that the reader leaves it as it
 * stands.
 */
const plainOf = (text: string) => text.replace(/\\([\\;,])/g, '$1');

function readEvent(component: ICAL.Component): ReadEvent {
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
}
