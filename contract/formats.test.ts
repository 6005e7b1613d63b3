import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Language } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { formatsOf } from './formats.ts';

const WINTER = '2026-11-18T20:45:00.000Z';
const SUMMER = Date.UTC(2026, 6, 1, 5, 5);

describe.each([
  [
    undefined,
    'UTC',
    'usd',
    '18 November 2026',
    '18 Nov',
    '18 Nov 2026, 20:45',
    '20:45',
    'UTC',
    '$1,440',
    '$59.50',
  ],
  [
    'en-US',
    'America/New_York',
    'usd',
    'November 18, 2026',
    'Nov 18',
    'Nov 18, 2026, 3:45 PM',
    '3:45 PM',
    'EST',
    '$1,440',
    '$59.50',
  ],
  [
    'en-GB',
    'America/Bogota',
    'gbp',
    '18 November 2026',
    '18 Nov',
    '18 Nov 2026, 15:45',
    '15:45',
    'GMT−5',
    '£1,440',
    '£59.50',
  ],
  [
    'en-GB',
    'Europe/London',
    'gbp',
    '18 November 2026',
    '18 Nov',
    '18 Nov 2026, 20:45',
    '20:45',
    'GMT',
    '£1,440',
    '£59.50',
  ],
  [
    'en-IE',
    'Europe/Dublin',
    'eur',
    '18 November 2026',
    '18 Nov',
    '18 Nov 2026, 20:45',
    '20:45',
    'GMT',
    '€1,440',
    '€59.50',
  ],
  [
    'en-DE',
    'Europe/Berlin',
    'eur',
    '18 November 2026',
    '18 Nov',
    '18 Nov 2026, 21:45',
    '21:45',
    'CET',
    '€1,440',
    '€59.50',
  ],
  [
    'en-AU',
    'Australia/Adelaide',
    'aud',
    '19 November 2026',
    '19 Nov',
    '19 Nov 2026, 7:15 am',
    '7:15 am',
    'ACDT',
    '$1,440',
    '$59.50',
  ],
  [
    'en-IN',
    'Asia/Kolkata',
    'inr',
    '19 November 2026',
    '19 Nov',
    '19 Nov 2026, 2:15 am',
    '2:15 am',
    'IST',
    '₹1,440',
    '₹59.50',
  ],
] as const)('a school with %s in %s', (locale, timezone, currency, ...wanted) => {
  const formats = formatsOf({ locale, timezone, currency });
  const [day, shortDay, moment, time, zone, whole, parts] = wanted;
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  test('writes a moment by its own clocks', () => {
    expect(formats.day(WINTER)).toBe(day);
    expect(formats.shortDay(WINTER)).toBe(shortDay);
    expect(formats.moment(WINTER)).toBe(moment);
    expect(formats.time(WINTER)).toBe(time);
    expect(formats.zone(WINTER)).toBe(zone);
    expect(formats.moment(Date.parse(WINTER))).toBe(moment);
  });

  test('writes a calendar day as that day, wherever it is', () => {
    expect(formats.day('2026-11-18')).toMatch(/\b18\b/);
    expect(formats.shortDay('2026-11-18')).toMatch(/\b18\b/);
  });

  test('writes sums in its currency, whole ones without a fraction', () => {
    expect(plain(formats.money(1440))).toBe(whole);
    expect(plain(formats.money(59.5))).toBe(parts);
  });
});

test('clocks that change are followed, and half hours kept', () => {
  const at = (timezone: string) => formatsOf({ timezone, currency: 'usd' }).moment(SUMMER);
  expect(at('Europe/Lisbon')).toBe('1 Jul 2026, 06:05');
  expect(at('Asia/Kolkata')).toBe('1 Jul 2026, 10:35');
  expect(at('Australia/Lord_Howe')).toBe('1 Jul 2026, 15:35');
  expect(at('Asia/Kathmandu')).toBe('1 Jul 2026, 10:50');
});

test('a lesson’s hours and the days of a month are written short', () => {
  const { hours, dayOfMonth, month } = formatsOf({ timezone: 'Asia/Kolkata', currency: 'usd' });
  expect(hours('2026-11-18T20:45:00.000Z', '2026-11-18T21:30:00.000Z')).toBe('02:15–03:00');
  expect(dayOfMonth('2026-11-18')).toBe('Wed 18');
  const inGerman = withLanguage('de', () => formatsOf({ timezone: 'Asia/Kolkata', currency: 'usd' }));
  expect(inGerman.dayOfMonth('2026-11-18')).toBe('Mi. 18.');
  expect(month('2026-11-18')).toBe('November 2026');
});

test('another currency than the school’s is written by its own sign', () => {
  const { money } = formatsOf({ locale: 'en-IE', timezone: 'UTC', currency: 'eur' });
  expect(money(12, 'usd')).toBe('US$12');
});

test('no text has a space that servers and browsers choose differently', () => {
  expect(formatsOf({ locale: 'en-US', timezone: 'UTC', currency: 'usd' }).moment(WINTER)).not.toMatch(
    /\u202f/,
  );
});

test('a time zone that is not known here is read as UTC', () => {
  const formats = formatsOf({ timezone: 'Moon/Tranquility', currency: 'usd' });
  expect(formats.moment(WINTER)).toBe('18 Nov 2026, 20:45');
});

/** What writes for people, or asks what a country calls something. */
const FORMATTERS = /\bIntl\.(DateTime|Number|RelativeTime)Format\b|\.toLocale\w*String\(/;

/** Where it is not for people, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'contract/formats.ts': 'The one place.',
  'contract/school/form.ts': 'Asks whether there is such a currency.',
  'contract/time/time-zone.ts': 'Asks whether there is such a time zone.',
  'contract/time/wall-time.ts': 'Reckons by the digits of clocks.',
  'contract/typed.form.ts': 'Asks what parts decimals, and writes what a number may mean as it is typed.',
};

test('days, moments and sums are written in one place', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const files = ['contract', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const writers = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => FORMATTERS.test(readFileSync(join(root, file), 'utf8')));
  expect(writers.toSorted()).toEqual(Object.keys(OTHERS));
});

test('what clocks show is written as hours are, and is of no time zone', () => {
  const clockOf = (locale: string) => formatsOf({ locale, timezone: 'Asia/Tokyo', currency: 'usd' }).clock;
  expect(clockOf('en-GB')('16:00')).toBe('16:00');
  expect(clockOf('en-US')('16:05')).toBe('4:05 PM');
  expect(formatsOf({ timezone: 'Asia/Tokyo', currency: 'usd' }).monthDay('2027-01-12')).toBe('12 January');
});

test('days from one to another say once what they have in common', () => {
  const { days } = formatsOf({ currency: 'usd' });
  expect(days('2026-11-23', '2026-11-29')).toBe('23 – 29 November 2026');
  expect(days('2026-12-28', '2027-01-03')).toBe('28 December 2026 – 3 January 2027');
  expect(formatsOf({ locale: 'en-US', currency: 'usd' }).days('2026-11-23', '2026-11-29')).toBe(
    'November 23 – 29, 2026',
  );
});

test('a reader’s language is written as the school’s country writes it, and English as before', () => {
  const written = (code: Language, locale?: string) =>
    withLanguage(code, () => {
      const { day, money, count } = formatsOf({ locale, currency: 'eur' });
      return [day('2026-11-06'), money(1440.5), count(1440)];
    });
  expect(written('en')).toEqual(['6 November 2026', '€1,440.50', '1,440']);
  expect(written('en-XA')).toEqual(written('en'));
  expect(written('en', 'en-IE')).toEqual(['6 November 2026', '€1,440.50', '1,440']);
  expect(written('de', 'en-IE')).toEqual(['6. November 2026', '1.440,50\u00a0€', '1.440']);
  expect(written('de', 'en-AT')).toEqual(['6. November 2026', '€\u00a01.440,50', '1\u00a0440']);
  expect(written('fr')).toEqual(['6 novembre 2026', '1\u202f440,50\u00a0€', '1\u202f440']);
});

test('French says the first of a month as an ordinal, and no other day', () =>
  withLanguage('fr', () => {
    const { day, shortDay, weekday, moment, days } = formatsOf({ timezone: 'UTC', currency: 'eur' });
    expect(day('2026-12-01')).toBe('1er décembre 2026');
    expect(shortDay('2026-12-01')).toBe('1er déc.');
    expect(weekday('2026-12-01')).toBe('mardi 1er décembre 2026');
    expect(moment('2026-12-01T14:05:00Z')).toBe('1er déc. 2026, 14:05');
    expect(days('2026-12-01', '2026-12-11')).toMatch(/^1er.+11 décembre 2026$/);
    expect(day('2026-12-11')).toBe('11 décembre 2026');
    expect(withLanguage('de', () => formatsOf({ currency: 'eur' }).day('2026-12-01'))).toBe(
      '1. Dezember 2026',
    );
  }));
