import { expect, test } from 'vitest';
import { filterOf } from './class-filter.tsx';

const read = (query: string) => filterOf(`http://school.example/classes${query}`);

test('an address carries the filter', () => {
  expect(
    read('?q=piano&level=Beginner&group=Private+lessons&weekday=2&time=evening&open=1&sort=price'),
  ).toEqual({
    q: 'piano',
    level: 'Beginner',
    group: 'Private lessons',
    weekday: '2',
    time: 'evening',
    open: '1',
    sort: 'price',
  });
});

test('what makes no sense, or is empty as a plain form sends it, counts as nothing', () => {
  expect(read('?q=&level=Expert&group=&weekday=0&time=noon&open=yes&sort=magic')).toEqual({});
  expect(read(`?q=${'x'.repeat(101)}`)).toEqual({});
  expect(read('?q=+piano++')).toEqual({ q: 'piano' });
});
