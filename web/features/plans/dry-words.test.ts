import { expect, test } from 'vitest';
import type { Clash, ClashKind } from '#contract/lessons/calls.ts';
import { groupByMonth, groupClashes, groupSkipped } from './dry-words.ts';

/** A clash from four to a quarter to five. */
const at = (day: string, kind: ClashKind, by: string) => ({
  day,
  kind,
  with: by,
  startsat: `${day}T16:00:00Z`,
  endsat: `${day}T16:45:00Z`,
});
const hours = ({ startsat, endsat }: Clash) => `${startsat.slice(11, 16)}–${endsat.slice(11, 16)}`;

test('what is in the way is told once, with all of its days', () => {
  expect(
    groupClashes(
      [
        at('2027-01-12', 'room', 'Viola'),
        at('2027-01-12', 'learner', 'Mia Moreira'),
        at('2027-01-19', 'room', 'Viola'),
        at('2027-01-19', 'teacher', 'Viola'),
        at('2027-01-19', 'teacher', 'Cello'),
      ],
      'Cello',
      hours,
    ),
  ).toEqual([
    { words: 'Viola has the room then, 16:00–16:45', days: ['2027-01-12', '2027-01-19'] },
    { words: 'Mia Moreira has another class then', days: ['2027-01-12'] },
    { words: 'The teacher has Viola then, 16:00–16:45', days: ['2027-01-19'] },
    { words: 'This class already meets then', days: ['2027-01-19'] },
  ]);
});

test('two lessons that are in the way on one day are one day', () => {
  const twice = at('2027-01-12', 'room', 'Viola');
  expect(groupClashes([twice, twice], 'Cello', hours)).toEqual([
    { words: 'Viola has the room then, 16:00–16:45', days: ['2027-01-12'] },
  ]);
});

test('closing days stand with their name', () => {
  expect(
    groupSkipped([
      { day: '2026-12-22', closure: 'Winter break' },
      { day: '2026-12-29', closure: 'Winter break' },
      { day: '2027-02-16', closure: 'Carnival' },
    ]),
  ).toEqual([
    { words: 'Winter break', days: ['2026-12-22', '2026-12-29'] },
    { words: 'Carnival', days: ['2027-02-16'] },
  ]);
});

test('days are told month by month, also over the turn of the year', () => {
  const days = ['2026-12-01', '2026-12-08', '2027-01-05', '2027-12-07'];
  expect(groupByMonth(days.map((day) => ({ day })))).toEqual([
    { first: '2026-12-01', days: ['2026-12-01', '2026-12-08'] },
    { first: '2027-01-05', days: ['2027-01-05'] },
    { first: '2027-12-07', days: ['2027-12-07'] },
  ]);
});
