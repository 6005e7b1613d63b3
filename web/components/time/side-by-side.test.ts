import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Place, type Span, sideBySide } from './side-by-side.ts';

const spans = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 })).map(([from, length]) => ({
    from,
    to: from + length,
  })),
  { maxLength: 25 },
);

const overlap = (one: Span, other: Span) => one.from < other.to && other.from < one.to;
const shares = (one: Place, other: Place) =>
  one.place / one.of < (other.place + 1) / other.of && other.place / other.of < (one.place + 1) / one.of;

test('nothing covers what is at the same time, and nothing is lost', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const placed = sideBySide(all);
      expect(placed).toHaveLength(all.length);
      for (const [at, one] of placed.entries()) {
        expect(one.place).toBeLessThan(one.of);
        for (const other of placed.slice(at + 1))
          if (overlap(one, other)) expect(shares(one, other)).toBe(false);
      }
    }),
  );
});

test('what is at no time with anything else has the whole width, and two that touch do not overlap', () => {
  const placed = sideBySide([
    { from: 0, to: 60 },
    { from: 60, to: 120 },
    { from: 200, to: 300 },
    { from: 210, to: 220 },
  ]);
  expect(placed.map(({ place, of }) => [place, of])).toEqual([
    [0, 1],
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});
