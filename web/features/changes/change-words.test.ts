import { expect, test } from 'vitest';
import { changedFields } from './change-words.ts';

test.each([
  ['classname, price', 'name, price'],
  ['tagline, enrolmentPrice 60 → class', 'tagline, enrolment price 60 → class'],
  ['cancelUntilHours 48 → 24', 'hours to cancel within 48 → 24'],
  [null, ''],
])('what was changed as %s is read as “%s”', (note, words) => {
  expect(changedFields(note)).toBe(words);
});
