import { setImmediate as afterIo, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { calendarOf, eventOf } from './calendar.test-support.ts';
import { readInThread } from './read-in-thread.ts';

/* Files that a parser would be busy with for ever: nothing else in the process waits for it. */

const WINDOW = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1), zone: 'Europe/Berlin' };
const read = (file: string, timeMs?: number) =>
  readInThread({ file, ...WINDOW }, timeMs === undefined ? {} : { timeMs });
const TOO_MUCH = { unreadable: 'too-much' };

const FINE = calendarOf(eventOf('DTSTART:20260907T140000Z', 'DTEND:20260907T150000Z'));
const TIMES = { times: [{ startsat: Date.UTC(2026, 8, 7, 14), endsat: Date.UTC(2026, 8, 7, 15) }] };

/** The parser looks for a day that no year has. */
const ENDLESS = calendarOf(
  eventOf('DTSTART:20260901T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'),
);

test('a calendar is read', async () => {
  expect(await read(FINE)).toEqual(TIMES);
});

test('what is no calendar is told as that', async () => {
  expect(await read('<!doctype html>')).toEqual({ unreadable: 'no-calendar' });
});

test('one that takes too long is ended, what was asked meanwhile goes on, and the next is read', async () => {
  const reading = read(ENDLESS, 1500);
  let isRead = false;
  void reading.then(() => {
    isRead = true;
  });
  let turns = 0;
  while (!isRead) {
    await afterIo();
    turns += 1;
  }
  expect(await reading).toEqual(TOO_MUCH);
  // A parser on this thread would have let none by.
  expect(turns).toBeGreaterThan(100);
  expect(await read(FINE)).toEqual(TIMES);
});

test('one that takes too much memory ends with its thread, and the process does not', async () => {
  // Far more than a file that is taken may hold: what is not read by its size dies by its weight.
  const heavy = calendarOf(eventOf('X;A=1;B=2:3\r\n'.repeat(1_500_000).trimEnd()));
  expect(await read(heavy, 60_000)).toEqual(TOO_MUCH);
  expect(await read(FINE)).toEqual(TIMES);
});

test('the end of the process ends it', async () => {
  const ending = new AbortController();
  const reading = readInThread({ file: ENDLESS, ...WINDOW }, { signal: ending.signal, timeMs: 60_000 });
  // Once its thread is at work.
  await sleep(200);
  ending.abort();
  expect(await reading).toEqual(TOO_MUCH);
  expect(await readInThread({ file: FINE, ...WINDOW }, { signal: ending.signal })).toEqual(TOO_MUCH);
});
