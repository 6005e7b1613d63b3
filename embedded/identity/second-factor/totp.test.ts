import { expect, test } from 'vitest';
import { newSecret, numberOf, STEP_S, stepAt, stepOf } from './totp.ts';

/** `12345678901234567890`, of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the number is the standard’s', (second, number) => {
  expect(numberOf(SECRET, stepAt(second * 1000))).toBe(number);
});

test('a secret is 160 random bits in base32', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test.each([
  [-2, undefined],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, undefined],
])('a clock that is %i steps off is understood within one', (drift, found) => {
  const now = 1_800_000_000_000;
  const number = numberOf(SECRET, stepAt(now) + drift);
  const step = stepOf(number, { secret: SECRET, laststep: 0, now });
  expect(step).toBe(found === undefined ? undefined : stepAt(now) + found);
});

test('a step counts after the latest that was used alone', () => {
  const now = 1_800_000_000_000 + STEP_S * 1000 - 1;
  const of = (drift: number) =>
    stepOf(numberOf(SECRET, stepAt(now) + drift), { secret: SECRET, laststep: stepAt(now), now });
  expect([of(-1), of(0), of(1)]).toEqual([undefined, undefined, stepAt(now) + 1]);
});

test.each(['', '28708', '2870822', '28708２', 'abcdef', '-28708'])('“%s” is no number', (typed) => {
  expect(stepOf(typed, { secret: SECRET, laststep: 0, now: 59_000 })).toBeUndefined();
});
