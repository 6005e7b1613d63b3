import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partOf } from '#contract/payments/part-of.ts';
import { earnedOf } from './earned.ts';

describe('what a class under way costs', () => {
  test.each([
    [6000, 12, 12, 6000],
    [6000, 9, 12, 4500],
    [6000, 1, 12, 500],
    [1000, 1, 3, 333],
    [1000, 2, 3, 667],
    // Halves of a cent up.
    [101, 1, 2, 51],
    [5, 3, 6, 3],
    [1, 1, 12, 0],
    [0, 3, 12, 0],
  ])('%i cents with %i of %i lessons left is %i', (sum, left, of, part) => {
    expect(partOf(sum, { left, of })).toBe(part);
  });
});

const price = fc.integer({ min: 0, max: 100_000_000 });
const lessons = fc
  .integer({ min: 1, max: 500 })
  .chain((of) => fc.record({ of: fc.constant(of), left: fc.integer({ min: 0, max: of }) }));

test('is the exact part, halves up, and never more for fewer lessons', () => {
  fc.assert(
    fc.property(price, lessons, (sum, { left, of }) => {
      const part = partOf(sum, { left, of });
      const exact = BigInt(sum) * BigInt(left) * 2n;
      const twice = BigInt(part) * BigInt(of) * 2n;
      // Within half a cent of the exact part, and above it at just a half.
      expect(twice - exact > -BigInt(of) && twice - exact <= BigInt(of)).toBe(true);
      if (left > 0) expect(partOf(sum, { left: left - 1, of })).toBeLessThanOrEqual(part);
      expect(partOf(sum, { left: of, of })).toBe(sum);
      expect(partOf(sum, { left: 0, of })).toBe(0);
    }),
  );
});

test('what goes back and what the school earned add up to what was paid, and more lessons held never give more back', () => {
  fc.assert(
    fc.property(price, lessons, fc.nat(600), (amount, { of: lessonsleft }, held) => {
      const earned = earnedOf({ amount, goodwill: 0, lessonsleft, held });
      const back = amount - earned;
      expect(back).toBe(partOf(amount, { left: Math.max(0, lessonsleft - held), of: lessonsleft }));
      expect(back).toBeGreaterThanOrEqual(0);
      expect(back).toBeLessThanOrEqual(amount);
      if (held === 0) expect(earned).toBe(0);
      if (held >= lessonsleft) expect(back).toBe(0);
      expect(earnedOf({ amount, goodwill: 0, lessonsleft, held: held + 1 })).toBeGreaterThanOrEqual(earned);
      expect(earnedOf({ amount, goodwill: 0, lessonsleft: null, held })).toBe(0);
    }),
  );
});
