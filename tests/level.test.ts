import { expect, test } from 'vitest';
import { isLevel, type Moment, trendOf } from '#proof/soak/level.ts';

/** Half an hour, a look every two seconds. */
const momentsOf = (megabytesAt: (seconds: number) => number): Moment[] =>
  Array.from({ length: 900 }, (_, at) => ({ seconds: at * 2, megabytes: megabytesAt(at * 2) }));

/** As a collector of garbage lets a process grow and shrink. */
const saw = (seconds: number) => (seconds % 60) / 60 - 0.5;

test('the trend of moments on a line is its rise from end to end, without any spread', () => {
  const { rise, spread, mean } = trendOf(momentsOf((seconds) => 200 + seconds / 100));
  expect(rise).toBeCloseTo(17.98, 6);
  expect(spread).toBeCloseTo(0, 6);
  expect(mean).toBeCloseTo(208.99, 6);
});

test('moments that lie about a line are spread by twice their standard deviation, and rise as it does', () => {
  const around = momentsOf((seconds) => 200 + ((seconds / 2) % 2 ? 3 : -3));
  expect(trendOf(around).spread).toBeCloseTo(6, 2);
  expect(Math.abs(trendOf(around).rise)).toBeLessThan(0.1);
});

test.each<[string, (seconds: number) => number]>([
  ['is the same', () => 200],
  ['falls', (seconds) => 200 - seconds / 50],
  ['goes up and down by a tenth', (seconds) => 200 + 20 * saw(seconds)],
  ['rises by two hundredths', (seconds) => 200 + (4 * seconds) / 1800],
])('memory that %s is level', (_, megabytesAt) => {
  expect(isLevel(trendOf(momentsOf(megabytesAt)))).toBe(true);
});

test.each<[string, (seconds: number) => number]>([
  ['rises by a twentieth', (seconds) => 200 + (10 * seconds) / 1800],
  ['rises by more than it goes up and down', (seconds) => 200 + 10 * saw(seconds) + (12 * seconds) / 1800],
])('memory that %s is not level', (_, megabytesAt) => {
  expect(isLevel(trendOf(momentsOf(megabytesAt)))).toBe(false);
});

test('memory that was never looked at is not level', () => {
  expect(isLevel(trendOf([]))).toBe(false);
});
