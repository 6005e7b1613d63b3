import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Price } from './numbers.form.ts';
import { Money } from './primitives.schema.ts';

/* 0.29 × 100 is 28.999999999999996, and 1.1 × 100 is 110.00000000000001. */
const CENTS = [...Array.from({ length: 20_000 }, (_, cents) => cents), 1_234_529, 99_999_999];

test('every sum on the wire is the whole cents that were meant, and goes back as it came', () => {
  for (const cents of CENTS) {
    const units = Number((cents / 100).toFixed(2));
    expect(z.decode(Money, units)).toBe(cents);
    expect(z.encode(Money, cents)).toBe(units);
  }
});

test('every price that is typed is the whole cents that were meant', () => {
  for (const cents of CENTS) {
    const typed = (cents / 100).toFixed(2);
    expect(Price.parse(typed)).toBe(cents);
    expect(Price.parse(Number(typed))).toBe(cents);
  }
});
