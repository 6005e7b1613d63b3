import { expect, test } from 'vitest';
import { partsOf } from './plan.ts';

test('100.00 in three is 33.34, 33.33 and 33.33, each a month after the one before', () => {
  expect(partsOf(10_000, 3, '2026-09-10')).toEqual([
    { day: '2026-09-10', amount: 3334 },
    { day: '2026-10-10', amount: 3333 },
    { day: '2026-11-10', amount: 3333 },
  ]);
});

test('a month that has no such day is asked on its last one', () => {
  expect(partsOf(400, 4, '2026-12-31').map(({ day }) => day)).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ]);
  expect(partsOf(200, 2, '2028-01-30')[1]?.day).toBe('2028-02-29');
});

test('parts are the sum, and differ by a cent at most', () => {
  for (const sum of [600, 601, 1003, 9999])
    for (const count of [2, 3, 4, 5, 6]) {
      const amounts = partsOf(sum, count, '2026-09-01').map(({ amount }) => amount);
      expect(amounts.reduce((all, one) => all + one)).toBe(sum);
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
    }
});
