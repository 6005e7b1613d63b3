import { expect, test } from 'vitest';
import type { Meets } from '#contract/classes/calls.ts';
import { formatsOf } from '#contract/formats.ts';
import { withLanguage } from '#languages/t.ts';
import { daysAndTimes, meetsInBrief } from './meets-words.ts';
import { whenWords } from './when-words.ts';

const formats = formatsOf({ currency: 'eur' });
const plan = (weekday: number, starttime: string, everyweeks: 1 | 2 = 1) => ({
  weekday,
  starttime,
  minutes: 45,
  everyweeks,
});
const meets = (plans: Meets['plans'], lessons = 12): Meets => ({
  plans,
  firstday: '2027-01-12',
  lastday: '2027-03-30',
  lessons,
});

test('a class says on which day it meets, when, from when on and how often', () => {
  expect(meetsInBrief(meets([plan(2, '16:00')]), formats)).toBe(
    'Tuesdays 16:00, from 12 January, 12 lessons',
  );
  expect(meetsInBrief(meets([plan(2, '16:00')], 1), formats)).toBe(
    'Tuesdays 16:00, from 12 January, 1 lesson',
  );
  expect(meetsInBrief(meets([plan(2, '16:00')], 0), formats)).toBe('Tuesdays 16:00, from 12 January');
  expect(meetsInBrief(meets([plan(2, '16:00')]), formatsOf({ locale: 'en-US', currency: 'usd' }))).toBe(
    'Tuesdays 4:00 PM, from January 12, 12 lessons',
  );
});

test('days of one time are said together, and what is every other week says so', () => {
  const words = (...plans: Meets['plans']) => daysAndTimes({ plans }, formats);
  expect(words(plan(1, '09:30'), plan(3, '09:30'), plan(5, '09:30'))).toBe(
    'Mondays, Wednesdays and Fridays 09:30',
  );
  expect(words(plan(1, '09:30'), plan(4, '17:00'))).toBe('Mondays 09:30 and Thursdays 17:00');
  expect(words(plan(6, '10:00', 2))).toBe('Every other Saturday 10:00');
  expect(words(plan(1, '09:30'), plan(6, '10:00', 2))).toBe('Mondays 09:30 and every other Saturday 10:00');
  expect(words(plan(1, '09:30'), plan(1, '09:30'))).toBe('Mondays 09:30');
});

test('a place says its day, its hours, its room and the next lesson', () => {
  const monday = { meets: meets([{ ...plan(1, '15:30'), minutes: 40 }]) };
  const next = { day: '2026-11-30', room: 'Piano Studio' };
  expect(whenWords({ ...monday, next }, formats)).toBe('Mondays 15:30–16:10, Piano Studio, next 30 November');
  expect(whenWords({ ...monday, next: { ...next, room: null } }, formats)).toBe(
    'Mondays 15:30–16:10, next 30 November',
  );
  expect(whenWords(monday, formats)).toBe('Mondays 15:30–16:10');
  const late = { meets: meets([{ ...plan(6, '23:30'), minutes: 45 }]) };
  expect(whenWords(late, formats)).toBe('Saturdays 23:30–00:15');
  expect(whenWords({ meets: null }, formats)).toBe('');
});

test.each([
  [
    'de',
    'Montags, mittwochs und freitags 09:30, ab 12. Januar, 1 Stunde',
    'Montags 09:30 und jeden zweiten Samstag und Sonntag 10:00, ab 12. Januar, 12 Stunden',
    'Montags 15:30–16:10, Piano Studio, nächste Stunde am 30. November',
  ],
  [
    'fr',
    'Le lundi, le mercredi et le vendredi à 09:30, à partir du 12 janvier, 1 séance',
    'Le lundi à 09:30 et un samedi et un dimanche sur deux à 10:00, à partir du 12 janvier, 12 séances',
    'Le lundi de 15:30 à 16:10, Piano Studio, prochaine séance le 30 novembre',
  ],
] as const)('a class says in %s when it meets', (language, often, seldom, when) => {
  withLanguage(language, () => {
    const here = formatsOf({ currency: 'eur' });
    const days = [plan(1, '09:30'), plan(3, '09:30'), plan(5, '09:30')];
    const weekend = [plan(1, '09:30'), plan(6, '10:00', 2), plan(7, '10:00', 2)];
    const monday = meets([{ ...plan(1, '15:30'), minutes: 40 }]);
    expect(meetsInBrief(meets(days, 1), here)).toBe(often);
    expect(meetsInBrief(meets(weekend), here)).toBe(seldom);
    expect(whenWords({ meets: monday, next: { day: '2026-11-30', room: 'Piano Studio' } }, here)).toBe(when);
  });
});
