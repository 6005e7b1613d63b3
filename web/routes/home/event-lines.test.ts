import { expect, test } from 'vitest';
import { eventLines } from './event-lines.ts';

const weekday = (day: string) => `the day ${day}`;
const tellingOf = (event: Parameters<typeof eventLines>[0]) =>
  eventLines(event, weekday).lines.map(({ tells, line }) => `${tells}: ${line}`);
const text = 'One warm evening.';

test('without a day the lines of an event tell when, where and for how much', () => {
  const words = `${text}\nIn July\n\nThe park\nFree\nFree`;
  expect(eventLines({ words }, weekday).text).toBe(text);
  expect(tellingOf({ words })).toEqual(['day: In July', 'place: The park', 'cost: Free', 'more: Free']);
});

test('with a day they tell the same, and the day stands before them', () => {
  const event = { words: `${text}\n6 pm\nThe park\nFree`, day: '2027-07-03' };
  expect(tellingOf(event)).toEqual([
    'day: the day 2027-07-03',
    'hour: 6 pm',
    'place: The park',
    'cost: Free',
  ]);
  expect(tellingOf({ day: '2027-07-03' })).toEqual(['day: the day 2027-07-03']);
  expect(tellingOf({})).toEqual([]);
});
