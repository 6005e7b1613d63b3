import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import type { ToldLesson } from './queries.ts';
import { writeCalendar } from './write-calendar.ts';

const school = { name: 'Cadenza', currency: 'eur', locale: 'en-GB', timezone: 'Europe/Berlin' } as SchoolNow;

const LESSON: ToldLesson = {
  _id: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  classid: 'violin',
  classname: 'Violin',
  status: 'approved',
  deletedat: null,
  site: null,
  street: null,
  postcode: null,
  town: null,
  room: 'Room 1',
  teacher: 'Clara Weiss',
  planday: '2026-11-24',
  day: '2026-11-24',
  startsat: Date.UTC(2026, 10, 24, 15),
  endsat: Date.UTC(2026, 10, 24, 15, 45),
  state: 'planned',
  reason: null,
  seq: 0,
  changedat: Date.UTC(2026, 8, 1),
};

const write = (lessons: readonly ToldLesson[], more: { name?: string; names?: readonly string[] } = {}) =>
  writeCalendar({
    name: more.name ?? 'Cadenza',
    lessons,
    school,
    origin: 'https://school.example',
    ...(more.names && { namesOf: () => more.names ?? [] }),
  });

test('an event is a lesson, in UTC, known by its id and counted by its changes', () => {
  const text = write([{ ...LESSON, seq: 3 }]);
  expect(text).toContain('\r\nDTSTART:20261124T150000Z\r\nDTEND:20261124T154500Z\r\n');
  expect(text).toContain(`\r\nUID:${LESSON._id}\r\nSEQUENCE:3\r\n`);
  expect(readCalendar(text)).toEqual({
    name: 'Cadenza',
    events: [
      {
        uid: LESSON._id,
        sequence: 3,
        status: 'CONFIRMED',
        startsat: LESSON.startsat,
        endsat: LESSON.endsat,
        stampedat: LESSON.changedat,
        summary: 'Violin',
        description: 'With Clara Weiss',
        location: 'Room 1, Cadenza',
        url: 'https://school.example/classes/violin',
      },
    ],
  });
});

test('what became of a lesson is said in the words of a parent', () => {
  const told = (lesson: Partial<ToldLesson>) => readCalendar(write([{ ...LESSON, ...lesson }])).events[0];
  expect(told({ state: 'cancelled', reason: 'Storm' })).toMatchObject({
    status: 'CANCELLED',
    summary: 'Cancelled: Violin',
    description: 'This lesson is cancelled.\nStorm\nWith Clara Weiss',
  });
  expect(told({ state: 'moved', planday: '2026-11-17', reason: 'Concert' })).toMatchObject({
    status: 'CONFIRMED',
    description: 'Moved from Tuesday, 17 November 2026.\nConcert\nWith Clara Weiss',
  });
  expect(told({ state: 'moved', reason: null })?.description).toBe(
    'This lesson was changed.\nWith Clara Weiss',
  );
  expect(told({ teacher: null, room: null })).toMatchObject({ description: '', location: 'Cadenza' });
  const river = { site: 'River house', street: '12 River Street', postcode: '1000', town: 'Springfield' };
  expect(told(river)?.location).toBe('Room 1, River house, 12 River Street, 1000 Springfield');
  expect(told({ ...river, street: '', postcode: '', town: '' })?.location).toBe('Room 1, River house');
});

test('a class that visitors do not see has no page to lead to', () => {
  for (const hidden of [{ status: 'pending' as const }, { deletedat: 1 }])
    expect(readCalendar(write([{ ...LESSON, ...hidden }])).events[0]?.url).toBe('');
});

test('whatever a name holds, another program reads it as it was written, and no line is too long', () => {
  /** One line, as every name here is. */
  const name = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      fc.stringMatching(/^[a-z\\,;:"^'= é€漢🎻-]{1,200}$/u),
      fc.constantFrom('END:VEVENT', 'Violin;RRULE:FREQ=DAILY', 'a\\', '"', '🎻'.repeat(60)),
    )
    .map((text) => `Key ${text.replace(/\p{C}|\p{Z}/gu, ' ')}`.trim());
  fc.assert(
    fc.property(name, name, name, name, (calendar, classname, room, reason) => {
      const lesson = { ...LESSON, classname, room, reason, state: 'cancelled' as const };
      const read = readCalendar(write([lesson], { name: calendar, names: ['Mia'] }));
      expect(read.name).toBe(calendar);
      expect(read.events).toHaveLength(1);
      expect(read.events[0]).toMatchObject({
        summary: `Cancelled: Mia: ${classname}`,
        location: `${room}, Cadenza`,
        description: `This lesson is cancelled.\n${reason}\nWith Clara Weiss`,
      });
    }),
    { numRuns: 300 },
  );
});
