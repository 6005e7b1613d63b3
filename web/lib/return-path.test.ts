import { expect, test } from 'vitest';
import { returnPathOf } from './return-path.ts';

const from = (value: string) => returnPathOf(`?from=${encodeURIComponent(value)}`);

test('a sign-in leads back to a path of this origin', () => {
  expect(from('/classes?q=violin#top')).toBe('/classes?q=violin#top');
  expect(returnPathOf('')).toBeNull();
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
  '',
])('a sign-in never leads to %j', (value) => {
  expect(from(value)).toBeNull();
});
