import { describe, expect, test } from 'vitest';
import { calendarOf, eventOf } from './calendar.test-support.ts';
import { readTimes } from './read-times.ts';

/*
 * Calendars as programs and strangers write them. The window is from 1 to 30 September 2026, the school is in
 * Berlin, two hours before UTC.
 */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const WINDOW = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1), zone: 'Europe/Berlin' };

const read = (file: string) =>
  readTimes({ file, ...WINDOW }).map(({ startsat, endsat }) =>
    [startsat, endsat].map((moment) => new Date(moment).toISOString().slice(5, 16)).join(' '),
  );
const readEvents = (...events: string[][]) => read(calendarOf(...events.map((lines) => eventOf(...lines))));
const fault = (file: string) => {
  try {
    return read(file);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('when an event is', () => {
  test.each<[string, string[], string[]]>([
    ['in UTC', ['DTSTART:20260907T140000Z', 'DTEND:20260907T150000Z'], ['09-07T14:00 09-07T15:00']],
    [
      'in a zone of IANA',
      ['DTSTART;TZID=America/New_York:20260907T100000', 'DTEND;TZID=America/New_York:20260907T110000'],
      ['09-07T14:00 09-07T15:00'],
    ],
    [
      'in a zone that is unknown, and then in that of the school',
      ['DTSTART;TZID=Narnia/Lantern:20260907T160000', 'DTEND;TZID=Narnia/Lantern:20260907T170000'],
      ['09-07T14:00 09-07T15:00'],
    ],
    [
      'by whatever clock there is, and then by that of the school',
      ['DTSTART:20260907T160000', 'DTEND:20260907T170000'],
      ['09-07T14:00 09-07T15:00'],
    ],
    ['all day', ['DTSTART;VALUE=DATE:20260907'], ['09-06T22:00 09-07T22:00']],
    [
      'some days, without the last',
      ['DTSTART;VALUE=DATE:20260907', 'DTEND;VALUE=DATE:20260909'],
      ['09-06T22:00 09-08T22:00'],
    ],
    ['of some length', ['DTSTART:20260907T140000Z', 'DURATION:PT90M'], ['09-07T14:00 09-07T15:30']],
    ['a moment without an end', ['DTSTART:20260907T140000Z'], []],
    ['over before it begins', ['DTSTART:20260907T140000Z', 'DTEND:20260907T130000Z'], []],
    ['over before it begins, by days', ['DTSTART;VALUE=DATE:20260907', 'DTEND;VALUE=DATE:20260906'], []],
    ['of no length', ['DTSTART:20260907T140000Z', 'DTEND:20260907T140000Z'], []],
    [
      'a thousand years long',
      ['DTSTART:19260907T140000Z', 'DTEND:29260907T140000Z'],
      ['09-01T00:00 10-01T00:00'],
    ],
    ['long ago', ['DTSTART:20160907T140000Z', 'DTEND:20160907T150000Z'], []],
    ['long after', ['DTSTART:20360907T140000Z', 'DTEND:20360907T150000Z'], []],
  ])('%s', (_words, lines, times) => {
    expect(readEvents(lines)).toEqual(times);
  });

  test('the file may say how the clocks of a zone go', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Our clocks',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0300',
      'TZOFFSETTO:-0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    const event = eventOf('DTSTART;TZID=Our clocks:20260907T140000', 'DTEND;TZID=Our clocks:20260907T150000');
    expect(read(calendarOf(zone, event))).toEqual(['09-07T17:00 09-07T18:00']);
  });

  test('days are as long as the clocks of the school make them', () => {
    const file = calendarOf(eventOf('DTSTART;VALUE=DATE:20261025', 'DTEND;VALUE=DATE:20261026'));
    const [time] = readTimes({ file, ...WINDOW, to: Date.UTC(2026, 10, 1) });
    expect((time?.endsat ?? 0) - (time?.startsat ?? 0)).toBe(25 * HOUR_MS);
  });
});

describe('nobody is busy', () => {
  const TIME = ['DTSTART:20260907T140000Z', 'DTEND:20260907T150000Z'];
  test.each(['TRANSP:TRANSPARENT', 'transp:transparent', 'STATUS:CANCELLED'])('by %s', (line) => {
    expect(readEvents([...TIME, line])).toEqual([]);
  });
  test.each(['TRANSP:OPAQUE', 'STATUS:TENTATIVE', 'STATUS:CONFIRMED'])('but is by %s', (line) => {
    expect(readEvents([...TIME, line])).toHaveLength(1);
  });
  test('in a calendar without events', () => expect(read(calendarOf())).toEqual([]));
});

describe('what recurs', () => {
  const WEEKLY = ['UID:one', 'DTSTART:20260907T140000Z', 'DTEND:20260907T150000Z', 'RRULE:FREQ=WEEKLY'];

  test('is there each time, not beyond the window', () => {
    expect(readEvents(WEEKLY).map((time) => time.slice(0, 5))).toEqual(['09-07', '09-14', '09-21', '09-28']);
  });

  test('goes by the clocks of its zone', () => {
    const file = calendarOf(
      eventOf(
        'DTSTART;TZID=Europe/Berlin:20261019T160000',
        'DTEND;TZID=Europe/Berlin:20261019T170000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    );
    const times = readTimes({ file, ...WINDOW, to: Date.UTC(2026, 11, 1) });
    expect(times.map(({ startsat }) => new Date(startsat).getUTCHours())).toEqual([14, 15]);
  });

  test('is not there where it is left out', () => {
    expect(readEvents([...WEEKLY, 'EXDATE:20260914T140000Z', 'EXDATE;VALUE=DATE:20260928'])).toEqual([
      '09-07T14:00 09-07T15:00',
      '09-21T14:00 09-21T15:00',
    ]);
  });

  test('is there where it is added', () => {
    const ended = WEEKLY.with(3, 'RRULE:FREQ=WEEKLY;UNTIL=20260907T140000Z');
    expect(readEvents([...ended, 'RDATE:20260910T100000Z'])).toEqual([
      '09-07T14:00 09-07T15:00',
      '09-10T10:00 09-10T11:00',
    ]);
  });

  test('is another time where one is changed, also into the window and out of it', () => {
    const changed = (was: string, ...lines: string[]) => ['UID:one', `RECURRENCE-ID:${was}`, ...lines];
    expect(
      readEvents(
        WEEKLY,
        changed('20260914T140000Z', 'DTSTART:20260915T080000Z', 'DTEND:20260915T090000Z'),
        changed('20260921T140000Z', 'DTSTART:20270921T080000Z', 'DTEND:20270921T090000Z'),
        changed('20260928T140000Z', 'DTSTART:20260928T140000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
        changed('20270104T140000Z', 'DTSTART:20260904T080000Z', 'DTEND:20260904T090000Z'),
      ),
    ).toEqual(['09-04T08:00 09-04T09:00', '09-07T14:00 09-07T15:00', '09-15T08:00 09-15T09:00']);
  });

  test('of years ago is counted to this month, and what has ended long ago is not counted at all', () => {
    const long = ['DTSTART:20060102T140000Z', 'DTEND:20060102T150000Z'];
    expect(readEvents([...long, 'RRULE:FREQ=DAILY'])).toHaveLength(30);
    const ended = [...long, 'RRULE:FREQ=SECONDLY;UNTIL=20251231T000000Z'];
    expect(readEvents(ended)).toEqual([]);
  });
});

test('what overlaps or touches is one time, and nothing of an event but that is given', () => {
  const at = (from: string, to: string) => [
    `DTSTART:20260907T${from}00Z`,
    `DTEND:20260907T${to}00Z`,
    'SUMMARY:Dentist',
    'LOCATION:Main street',
    'ATTENDEE:mailto:ann@example.com',
  ];
  const file = calendarOf(
    ...[at('1500', '1600'), at('1000', '1100'), at('1400', '1500'), at('1430', '1445')].map((lines) =>
      eventOf(...lines),
    ),
  );
  expect(readTimes({ file, ...WINDOW })).toEqual([
    { startsat: Date.UTC(2026, 8, 7, 10), endsat: Date.UTC(2026, 8, 7, 11) },
    { startsat: Date.UTC(2026, 8, 7, 14), endsat: Date.UTC(2026, 8, 7, 16) },
  ]);
});

describe('what is no calendar', () => {
  const event = (...lines: string[]) => calendarOf(eventOf(...lines));
  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['something compressed', '\u001f\u008b\b\0\0\0\0\0'],
    ['half of one', calendarOf(eventOf('DTSTART:20260907T140000Z')).slice(0, -40)],
    ['a card', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD\r\n'],
    ['an event without a beginning', event('SUMMARY:When?')],
    ['a beginning that is none', event('DTSTART:tomorrow')],
    ['a day that is none', event('DTSTART;VALUE=DATE:2026')],
    ['a rule that is none', event('DTSTART:20260907T140000Z', 'DURATION:PT1H', 'RRULE:FREQ=NEVER')],
    ['two calendars', calendarOf() + calendarOf()],
    ['a prototype', 'BEGIN:__proto__\r\nEND:__proto__\r\n'],
  ])('%s', (_words, file) => expect(fault(file)).toBe('no-calendar'));
});

describe('what is more than a calendar of a teacher', () => {
  const always = (rule: string, start = '20260101T000000Z') =>
    calendarOf(eventOf(`DTSTART:${start}`, 'DURATION:PT1S', `RRULE:${rule}`));
  test.each([
    ['each second for a thousand years', always('FREQ=SECONDLY;UNTIL=30260101T000000Z')],
    ['each second, a billion times', always('FREQ=SECONDLY;COUNT=1000000000')],
    ['each minute without an end', always('FREQ=MINUTELY', '20000101T000000Z')],
    ['more times than are kept', always('FREQ=MINUTELY', '20260901T000000Z')],
  ])('%s', (_words, file) => expect(fault(file)).toBe('too-much'));

  test('but ten thousand events are read', () => {
    const events = Array.from({ length: 10_000 }, (_, at) => {
      const start = new Date(WINDOW.from - 5000 * DAY_MS + at * DAY_MS);
      const stamp = start.toISOString().replaceAll(/[-:]|\.000/g, '');
      return eventOf(`UID:${at}`, `DTSTART:${stamp}`, 'DURATION:PT1H');
    });
    expect(read(calendarOf(...events))).toHaveLength(30);
  });
});
