import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentOf, wallTimeAt } from './wall-time.ts';

/**
 * Put forward by an hour, by half of one, at midnight, by a whole day, against the seasons of the north, or
 * never.
 */
const ZONES = [
  'Europe/Lisbon',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'UTC',
];

/** What Temporal makes of the same. */
const temporal = (time: string, zone: string) =>
  Temporal.PlainDateTime.from(time).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;

const iso = (moment: number | undefined) => moment && new Date(moment).toISOString();

describe('a time on a school’s clocks', () => {
  test.each([
    ['2026-11-24T16:00', 'Europe/Berlin', '2026-11-24T15:00:00.000Z'],
    ['2026-07-24T16:00', 'Europe/Berlin', '2026-07-24T14:00:00.000Z'],
    // Put forward: 02:30 is left out.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // Put back: 02:30 is there twice.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    // A day that was left out as a whole.
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('%s in %s is %s', (time, zone, moment) => {
    expect(iso(momentOf(time, zone))).toBe(moment);
  });

  test('is the moment that Temporal says, in every zone and around every change of its clocks', () => {
    const changes = ZONES.flatMap((zone) => {
      const found: { zone: string; at: number }[] = [];
      let next = Temporal.Instant.from('1975-01-01T00:00Z').toZonedDateTimeISO(zone);
      for (let left = 150; left > 0; left--) {
        const change = next.getTimeZoneTransition('next');
        if (!change || change.year > 2040) break;
        found.push({ zone, at: change.epochMilliseconds });
        next = change;
      }
      return found;
    });
    expect(changes.length).toBeGreaterThan(500);
    const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -200, max: 200 }));
    fc.assert(
      fc.property(near, ([{ zone, at }, minutes]) => {
        // As clocks go on that nobody changes: some of these are left out, and some are there twice.
        const before = Date.parse(`${wallTimeAt(at - 60_000, zone)}Z`);
        const time = new Date(before + minutes * 60_000).toISOString().slice(0, 16);
        expect(momentOf(time, zone), `${time} ${zone}`).toBe(temporal(time, zone));
      }),
      { numRuns: 1000 },
    );
  });

  test('that is left out when clocks are put forward is found for each minute of it', () => {
    for (const [day, zone] of [
      ['2026-03-29', 'Europe/Berlin'],
      ['2026-10-04', 'Australia/Lord_Howe'],
    ] as const)
      for (let minute = 0; minute < 240; minute += 7) {
        const time = `${day}T0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
        expect(momentOf(time, zone), `${time} ${zone}`).toBe(temporal(time, zone));
      }
  });

  test.each([
    '',
    '2026-02-31T10:00',
    '2026-11-24',
    '2026-11-24T25:00',
    '24.11.2026 16:00',
    '2026-11-24T16:00Z',
  ])('is not %j', (time) => {
    expect(momentOf(time, 'Europe/Berlin')).toBeUndefined();
  });

  test('is read from a moment as Temporal reads it', () => {
    const moments = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), (at, zone) => {
        const wanted = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
        expect(wallTimeAt(at, zone)).toBe(wanted.toString().slice(0, 16));
      }),
    );
  });
});
