import { expect, test } from 'vitest';
import { classesUnder, filterOf } from './class-filter.tsx';

const read = (query: string) => filterOf(`http://school.example/classes${query}`, {});

test('an address carries the filter', () => {
  expect(
    read('?q=piano&level=Beginner&group=Private+lessons&weekday=2&time=evening&open=1&sort=price'),
  ).toEqual({
    q: 'piano',
    level: 'Beginner',
    group: 'Private lessons',
    weekday: '2',
    from: '17:00',
    open: '1',
    sort: 'price',
  });
});

test('hours and an age stand in it, and a part of the day as its hours', () => {
  expect(read('?from=16:00&until=19:00&age=7')).toEqual({ from: '16:00', until: '19:00', age: '7' });
  expect(read('?time=morning')).toEqual({ until: '12:00' });
  expect(classesUnder({ q: 'harp', age: '7', open: '1' })).toBe('/classes?q=harp&age=7&open=1');
});

test('what makes no sense, or is empty as a plain form sends it, counts as nothing', () => {
  expect(
    read('?q=&level=Expert&group=&weekday=0&time=noon&from=16:30&until=4&age=-7&open=yes&sort=magic'),
  ).toEqual({});
  expect(read(`?q=${'x'.repeat(101)}`)).toEqual({});
  expect(read('?q=+piano++')).toEqual({ q: 'piano' });
});
