import { expect, test } from 'vitest';
import { type InLanguages, pagePath, placeOf, withoutLanguage } from './addresses.ts';

const school = { languages: ['en', 'de'] } satisfies InLanguages;
const german = { languages: ['de', 'en'] } satisfies InLanguages;

test('the default language has addresses without a prefix, and every other below its code', () => {
  expect(placeOf('/', school)).toEqual({ language: 'en', prefix: '', path: '/' });
  expect(placeOf('/classes', school)).toEqual({ language: 'en', prefix: '', path: '/classes' });
  expect(placeOf('/de', school)).toEqual({ language: 'de', prefix: '/de', path: '/' });
  expect(placeOf('/de/classes/1', school)).toEqual({ language: 'de', prefix: '/de', path: '/classes/1' });
  expect(placeOf('/en/classes', german)).toEqual({ language: 'en', prefix: '/en', path: '/classes' });
  // A path that only begins alike.
  expect(placeOf('/dean', school)).toEqual({ language: 'en', prefix: '', path: '/dean' });
  expect(placeOf('/DE', school)).toEqual({ language: 'en', prefix: '', path: '/DE' });
});

test('the default language’s own prefix leads away for ever, a language that is not offered for now', () => {
  expect(placeOf('/en/classes', school)).toEqual({ to: '/classes', isForEver: true });
  expect(placeOf('/de', german)).toEqual({ to: '/', isForEver: true });
  expect(placeOf('/fr/classes', school)).toEqual({ to: '/classes', isForEver: false });
  expect(placeOf('/fr/', school)).toEqual({ to: '/', isForEver: false });
});

test('nothing that stands behind a language leads to another host', () => {
  for (const path of [
    '/en//evil.example',
    '/fr///evil.example/x',
    new URL('http://a/en/\\evil.example').pathname,
  ])
    expect(placeOf(path, school)).toMatchObject({ to: expect.stringMatching(/^\/evil\.example/) });
});

test('the languages for tests have addresses only where they are on', () => {
  expect(placeOf('/en-XA/classes', school)).toEqual({ language: 'en', prefix: '', path: '/en-XA/classes' });
  expect(placeOf('/en-XA/classes', school, { hasPseudo: true })).toEqual({
    language: 'en-XA',
    prefix: '/en-XA',
    path: '/classes',
  });
  expect(placeOf('/toString', school, { hasPseudo: true })).toMatchObject({ language: 'en', prefix: '' });
});

test('a path in a language is one that is found again', () => {
  expect(pagePath('/', 'de', school)).toBe('/de');
  expect(pagePath('/?from=1', 'de', school)).toBe('/de?from=1');
  expect(pagePath('/#contact', 'de', school)).toBe('/de#contact');
  expect(pagePath('/classes?q=oboe', 'de', school)).toBe('/de/classes?q=oboe');
  expect(pagePath('/classes', 'ar-XB', school)).toBe('/ar-XB/classes');
  expect(pagePath('/', 'de', german)).toBe('/');
  // In what is not offered, the school's default.
  expect(pagePath('/classes', 'fr', school)).toBe('/classes');
});

test('a path without its language is the same in all', () => {
  for (const path of ['/classes?q=oboe', '/de/classes?q=oboe', '/en-XA/classes?q=oboe'])
    expect(withoutLanguage(path)).toBe('/classes?q=oboe');
  for (const path of ['/', '/fr', '/fr/']) expect(withoutLanguage(path)).toBe('/');
  expect(withoutLanguage('/de?a=b')).toBe('/?a=b');
  expect(withoutLanguage('/dean')).toBe('/dean');
  expect(withoutLanguage('/de//evil.example')).toBe('/evil.example');
  expect(pagePath('//evil.example', 'en', school)).toBe('/evil.example');
});
