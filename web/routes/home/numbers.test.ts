import { expect, test } from 'vitest';
import type { Fact } from '#contract/school/calls.ts';
import { withLanguage } from '#languages/t.ts';
import { upcoming } from './load.ts';
import { countersOf } from './numbers.tsx';

const number = (title: string, words: string): Fact => ({ _id: title, kind: 'number', title, words });

test('counters are counts of the records, and what there is none of is left out', () => {
  expect(countersOf([], { students: 12, teachers: 0, programmes: 1 })).toEqual([
    { label: 'Students', target: 12 },
    { label: 'Programme', target: 1 },
  ]);
  expect(countersOf([], { students: 0, teachers: 0, programmes: 0 })).toEqual([]);
});

test('a number that the school says takes the place of the count of its name, or comes after the counts', () => {
  const said = [number('Awards', '23'), number('students', '732'), number('Pianos', '0')];
  expect(countersOf(said, { students: 12, teachers: 3, programmes: 0 })).toEqual([
    { label: 'students', target: 732 },
    { label: 'Teachers', target: 3 },
    { label: 'Awards', target: 23 },
  ]);
});

test('an event is shown until its day is over by the clock of the school', () => {
  const events: Fact[] = [
    { _id: 'past', kind: 'event', day: '2026-11-21' },
    { _id: 'today', kind: 'event', day: '2026-11-22' },
    { _id: 'open', kind: 'event' },
  ];
  const shown = (timezone: string, now: string) =>
    upcoming(events, timezone, Date.parse(now)).map(({ _id }) => _id);
  expect(shown('UTC', '2026-11-22T23:59:00Z')).toEqual(['today', 'open']);
  expect(shown('Pacific/Auckland', '2026-11-22T23:59:00Z')).toEqual(['open']);
  expect(shown('Pacific/Honolulu', '2026-11-22T09:59:00Z')).toEqual(['past', 'today', 'open']);
});

test('a number that counts what the records count takes its place on pages in other languages, too', () => {
  const said: Fact[] = [{ ...number('Students', '732'), counts: 'students' }];
  expect(withLanguage('de', () => countersOf(said, { students: 12, teachers: 3, programmes: 0 }))).toEqual([
    { label: 'Students', target: 732 },
    { label: 'Lehrkräfte', target: 3 },
  ]);
});
