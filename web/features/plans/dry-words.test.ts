import { expect, test } from 'vitest';
import { groupByMonth, groupClashes, groupSkipped } from './dry-words.ts';

test('what is in the way is told once, with all of its days', () => {
  expect(
    groupClashes(
      [
        { day: '2027-01-12', kind: 'room', with: 'Viola' },
        { day: '2027-01-12', kind: 'learner', with: 'Mia Moreira' },
        { day: '2027-01-19', kind: 'room', with: 'Viola' },
        { day: '2027-01-19', kind: 'teacher', with: 'Viola' },
        { day: '2027-01-19', kind: 'teacher', with: 'Cello' },
      ],
      'Cello',
    ),
  ).toEqual([
    { words: 'Viola has the room then', days: ['2027-01-12', '2027-01-19'] },
    { words: 'Mia Moreira has another class then', days: ['2027-01-12'] },
    { words: 'The teacher has Viola then', days: ['2027-01-19'] },
    { words: 'This class already meets then', days: ['2027-01-19'] },
  ]);
});

test('two lessons that are in the way on one day are one day', () => {
  const twice = { day: '2027-01-12', kind: 'room', with: 'Viola' } as const;
  expect(groupClashes([twice, twice], 'Cello')).toEqual([
    { words: 'Viola has the room then', days: ['2027-01-12'] },
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
