import { expect, test } from 'vitest';
import { termsToChoose, termWords } from './term-words.ts';

const term = (name: string, firstday: string, lastday: string) => ({
  _id: name,
  name,
  firstday,
  lastday,
  version: 1,
});
const TERMS = [term('Autumn', '2026-09-07', '2026-12-18'), term('Spring', '2027-01-11', '2027-03-26')];

test('a class is in the terms in which it meets', () => {
  const words = (firstday: string, lastday: string) => termWords({ firstday, lastday }, TERMS);
  expect(words('2027-01-12', '2027-03-23')).toBe('Spring');
  expect(words('2026-09-08', '2027-03-23')).toBe('Autumn and Spring');
  expect(words('2026-12-18', '2026-12-18')).toBe('Autumn');
  expect(words('2026-12-19', '2027-01-10')).toBe('');
  expect(termWords(null, TERMS)).toBe('');
});

test('there is something to choose while two terms are not over', () => {
  expect(termsToChoose(TERMS, '2026-12-18')).toEqual(TERMS);
  expect(termsToChoose(TERMS, '2026-12-19')).toEqual([]);
});
