import { expect, test } from 'vitest';
import { backHere, continuePathOf, returnPathOf } from './return-path.ts';

const from = (value: string) => returnPathOf(`?from=${encodeURIComponent(value)}`);

test('a sign-in leads back to a path of this origin', () => {
  expect(from('/classes?q=violin#top')).toBe('/classes?q=violin#top');
  expect(returnPathOf('')).toBeNull();
});

test('where it leads back to has no language: that of the page counts', () => {
  expect(from('/de/classes?q=violin#top')).toBe('/classes?q=violin#top');
  expect(from('/de')).toBe('/');
  expect(from('/de//evil.example')).toBe('/evil.example');
});

test('a path that only looks like another origin stays as it is', () => {
  expect(from('/classes//evil')).toBe('/classes//evil');
  expect(from('/%2F/evil')).toBe('/%2F/evil');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a\\b',
  'evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/.//',
  '',
])('a sign-in never leads to %j', (value) => {
  expect(from(value)).toBe('/');
});

test('the link of a mail leads back to where it was asked for', () => {
  const at = (path: string) => {
    window.history.replaceState(null, '', path);
    return backHere().url;
  };
  expect(at('/classes/c1?day=2')).toBe(`${location.origin}/classes/c1?day=2`);
  expect(at('/register?from=%2Fclasses%2Fc1')).toBe(`${location.origin}/classes/c1`);
  expect(at('/register')).toBe(`${location.origin}/`);
  expect(at('/de/register?from=%2Fclasses%2Fc1')).toBe(`${location.origin}/de/classes/c1`);
  expect(at('/de/login')).toBe(`${location.origin}/de/`);
  expect(at('/account/forgot?from=//evil.example')).toBe(`${location.origin}/`);
});

test('and to no other origin, whatever its link says', () => {
  const next = (url: string) => continuePathOf(`?continueUrl=${encodeURIComponent(url)}`);
  expect(next(`${location.origin}/classes?q=oboe`)).toBe('/classes?q=oboe');
  for (const url of [
    'https://evil.example/x',
    '//evil.example',
    'javascript:alert(1)',
    `${location.origin}//evil`,
    '',
  ])
    expect(next(url)).toBe('/');
  expect(continuePathOf('')).toBe('/');
});
