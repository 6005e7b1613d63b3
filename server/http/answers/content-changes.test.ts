import { expect, test } from 'vitest';
import { contentChanges } from './content-changes.ts';

function open() {
  const clock = { now: 0 };
  return { clock, ...contentChanges({ now: () => clock.now }) };
}

test('a content that will be another at a moment counts as changed from then on, once', () => {
  const { clock, willChange, countOf, total } = open();
  willChange('blogs', 100);
  clock.now = 99;
  expect([countOf('blogs'), total()]).toEqual([0, 0]);
  clock.now = 100;
  expect([total(), countOf('blogs'), countOf('classes')]).toEqual([1, 1, 0]);
  clock.now = 1000;
  expect([countOf('blogs'), total()]).toEqual([1, 1]);
});

test('of several moments the first counts; each content has its own', () => {
  const { clock, willChange, countOf } = open();
  for (const at of [300, 100, 200]) willChange('blogs', at);
  willChange('classes', 150);
  clock.now = 100;
  expect([countOf('blogs'), countOf('classes')]).toEqual([1, 0]);
  clock.now = 150;
  expect([countOf('blogs'), countOf('classes')]).toEqual([1, 1]);
});

test('a moment that has come before it was said counts at once', () => {
  const { clock, willChange, countOf } = open();
  clock.now = 500;
  const before = countOf('blogs');
  willChange('blogs', 400);
  expect(countOf('blogs')).toBe(before + 1);
});
