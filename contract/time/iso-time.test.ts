import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

const DAY_MS = 24 * 60 * 60_000;
const asDate = (ms: number) => new Date(ms).toISOString();

test('a moment is written as Date writes it, whichever it is', () => {
  const anywhere = fc.integer({ min: -8.64e15, max: 8.64e15 });
  const ofOurTime = fc.integer({ min: Date.UTC(1969, 0), max: Date.UTC(2100, 0) });
  const atMidnight = fc
    .tuple(fc.integer({ min: -800_000, max: 3_000_000 }), fc.integer({ min: -2, max: 2 }))
    .map(([day, ms]) => day * DAY_MS + ms);
  const moment = fc.oneof(anywhere, ofOurTime, atMidnight, fc.double({ min: -1e15, max: 1e15, noNaN: true }));
  fc.assert(fc.property(moment, (ms) => isoTime(ms) === asDate(ms)));
});

test.each([Date.parse('0000-01-01'), Date.parse('9999-12-31'), Date.parse('2024-02-29')])(
  'at %i, and just before and after, too',
  (ms) => {
    for (const one of [ms - 1, ms, ms + 1, ms + DAY_MS - 1, ms + DAY_MS])
      expect(isoTime(one)).toBe(asDate(one));
  },
);

test('what is no moment is refused', () => {
  for (const none of [NaN, Infinity, 8.64e15 + 1]) expect(() => isoTime(none)).toThrow(RangeError);
});
