import { expect, test } from 'vitest';
import { countedBy } from './counted.ts';

test.each([
  ['number', 'students', 'students'],
  ['number', 'Lernende', 'students'],
  ['number', 'Professeurs', 'teachers'],
  ['number', 'Angebote', 'programmes'],
  ['number', 'Awards', undefined],
  ['event', 'Students', undefined],
] as const)('a %s of %j stands for %j', (kind, title, counts) => {
  expect(countedBy({ _id: 'a', kind, title })).toBe(counts);
});
