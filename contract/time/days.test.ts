import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysFrom, mondayOf, weekdayOf } from './days.ts';

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('9998-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('days are counted as the calendar has them', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -700, max: 700 }), (day, count) => {
      const date = Temporal.PlainDate.from(day);
      expect(addDays(day, count)).toBe(date.add({ days: count }).toString());
      expect(weekdayOf(day)).toBe(date.dayOfWeek);
      expect(mondayOf(day)).toBe(date.subtract({ days: date.dayOfWeek - 1 }).toString());
    }),
  );
  expect(daysFrom('2028-02-28', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
});
