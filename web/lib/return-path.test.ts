import { expect, test } from 'vitest';
import { returnPathOf } from './return-path.ts';

const from = (value: string) => returnPathOf(`?from=${encodeURIComponent(value)}`);

test('a sign-in leads back to a path of this origin', () => {
  expect(from('/classes?q=violin#top')).toBe('/classes?q=violin#top');
  expect(returnPathOf('')).toBeNull();
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
