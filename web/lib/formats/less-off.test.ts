import { expect, test } from 'vitest';
import { lessOff } from './less-off.ts';

test.each([
  ['the rest', 60, 15, 45],
  ['cents, without what floats', 19.99, 5.1, 14.89],
  ['nothing, where a card cannot be charged the rest', 15.4, 15, 0],
  ['nothing, where the trial cost more', 10, 15, 0],
  ['the sum as it was, where nothing is taken off', 0.3, 0, 0.3],
])('what is left once a trial lesson is taken off is %s', (_what, due, off, left) => {
  expect(lessOff(due, off, 'usd')).toBe(left);
});
