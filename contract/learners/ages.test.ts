import { expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { ageGroupOf, ageOn, agesOf, isWithin } from './ages.ts';

test.each([
  ['the day before a birthday', '2015-04-03', '2026-04-02', 10],
  ['on a birthday', '2015-04-03', '2026-04-03', 11],
  ['in an earlier month on a later day', '2015-04-03', '2026-03-30', 10],
  ['on the day of birth', '2026-04-03', '2026-04-03', 0],
  ['born on 29 February, on the last of a shorter one', '2020-02-29', '2026-02-28', 5],
  ['born on 29 February, the day after', '2020-02-29', '2026-03-01', 6],
])('an age is counted in whole years: %s', (_, born, day, age) => {
  expect(ageOn(born, day)).toBe(age);
});

test('an age group is two years, the smallest and adults together', () => {
  const groups = Array.from({ length: 20 }, (_, age) => ageGroupOf(age));
  expect(groups.slice(0, 8)).toEqual([
    ...Array.from({ length: 4 }, () => 'under 4'),
    ...['4 to 5', '4 to 5', '6 to 7', '6 to 7'],
  ]);
  expect(groups.slice(16)).toEqual(['16 to 17', '16 to 17', 'adult', 'adult']);
});

test.each([
  [{ agefrom: 6, ageto: 9 }, '6 to 9', [6, 9]],
  [{ agefrom: 8, ageto: 8 }, '8', [8, 8]],
  [{ agefrom: 16, ageto: null }, '16 and over', [16, 98]],
  [{ ageto: 9 }, 'up to 9', [0, 9]],
  [{ agefrom: 0, ageto: 3 }, '0 to 3', [0, 3]],
  [{}, undefined, [0, 98]],
] as const)('of the ages %j both ends belong to them', (limits, words, ends) => {
  expect(agesOf(limits)).toBe(words);
  const within = Array.from({ length: 99 }, (_, age) => age).filter((age) => isWithin(age, limits));
  expect([within[0], within.at(-1)]).toEqual(ends);
});

test.each([
  ['de', ['6 bis 9', '8', 'ab 16', 'bis 9']],
  ['fr', ['de 6 à 9 ans', '8 ans', 'à partir de 16 ans', 'jusqu’à 9 ans']],
] as const)('ages are said in %s', (language, limits) => {
  withLanguage(language, () => {
    const all = [{ agefrom: 6, ageto: 9 }, { agefrom: 8, ageto: 8 }, { agefrom: 16 }, { ageto: 9 }];
    expect(all.map(agesOf)).toEqual(limits);
  });
});
