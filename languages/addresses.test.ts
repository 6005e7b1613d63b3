import { expect, test } from 'vitest';
import { languagesOf, pagePath, placeOf } from './addresses.ts';

const school = { name: 'Cadenza', languages: ['en', 'de'] };
const german = { name: 'Cadenza', languages: ['de', 'en'] };

test('a school that says nothing speaks English, and none speaks what is not there', () => {
  expect(languagesOf({ name: 'Cadenza' })).toEqual(['en']);
  expect(languagesOf({ name: 'Cadenza', languages: ['tlh', 'fr', 'en'] })).toEqual(['fr', 'en']);
});

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
