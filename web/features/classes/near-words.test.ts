import { expect, test } from 'vitest';
import { nearWords } from './near-words.ts';

test('what comes nearest says what it does not meet', () => {
  const near = { items: [], total: 2 };
  const words = (without: Parameters<typeof nearWords>[0]['without'], isNothing = false) =>
    nearWords({ ...near, without }, { isNothing });
  expect(words(['hours'])).toBe('2 others with free places, at any time');
  expect(words(['hours', 'weekday'], true)).toBe('2 classes with free places, at any time and on any day');
  expect(words(['hours', 'weekday', 'level'])).toBe(
    '2 others with free places, at any time, on any day and at any level',
  );
  expect(nearWords({ ...near, total: 1, without: ['q'] }, { isNothing: false })).toBe(
    '1 other with free places, for any search word',
  );
});
