import { expect, test } from 'vitest';
import { isFresh, keepToken, keptToken } from './stored-token.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const tokenUntil = (moment: number) => `x.${btoa(JSON.stringify({ exp: moment / 1000 }))}.y`;

test('a token is kept for every tab, until it is removed', () => {
  keepToken('one');
  expect(keptToken()).toBe('one');
  expect(localStorage.getItem('access-token')).toBe('one');
  keepToken(null);
  expect(keptToken()).toBeNull();
});

test.each([
  ['with an hour to run', tokenUntil(NOW + 3_600_000), true],
  ['about to end', tokenUntil(NOW + 20_000), false],
  ['that has ended', tokenUntil(NOW - 1), false],
  ['that is none', 'nonsense', false],
  ['of another form', 'a.b.c', false],
])('a token %s', (_, token, fresh) => {
  expect(isFresh(token, NOW)).toBe(fresh);
});
