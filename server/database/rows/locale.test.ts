import { expect, test } from 'vitest';
import { localeOf } from './locale.ts';

test.each([
  ['US', 'en-US'],
  ['ie', 'en-IE'],
  ['Portugal', 'en-PT'],
  ['Deutschland', 'en-DE'],
  ['Österreich', 'en-AT'],
  ['Suisse', 'en-CH'],
  [' united kingdom ', 'en-GB'],
  ['UK', 'en-GB'],
  ['Scotland', 'en-GB'],
  ['Narnia', undefined],
  ['East Germany', undefined],
  ['EU', undefined],
  ['', undefined],
  [undefined, undefined],
])('a school in %s writes English as %s', (country, locale) => {
  expect(localeOf(country)).toBe(locale);
});
