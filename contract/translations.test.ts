import { expect, test } from 'vitest';
import { byLanguage, defaultOf, rewrite, wordsIn } from './translations.ts';

const hello = { title: 'Hello', language: 'en', translations: { de: { title: 'Hallo' } } } as const;
const unnamed = { title: 'Hello' };

test('the first language of a school is its default, and English where it has none', () => {
  expect(defaultOf(['de', 'en'])).toBe('de');
  expect(defaultOf([])).toBe('en');
});

test.each([
  [hello, 'de', ['en', 'de'], 'de', 'Hallo'],
  [hello, 'en', ['de', 'en'], 'en', 'Hello'],
  [hello, 'fr', ['de', 'en', 'fr'], 'de', 'Hallo'],
  [hello, 'fr', ['fr', 'en'], 'en', 'Hello'],
  [hello, 'en', ['de'], 'de', 'Hallo'],
  [hello, undefined, ['de', 'en'], 'de', 'Hallo'],
  [hello, 'de', ['fr'], 'fr', 'Hello'],
  [unnamed, undefined, ['de', 'en'], 'de', 'Hello'],
  [unnamed, 'en', ['de', 'en'], 'de', 'Hello'],
] as const)(
  '%j for a reader of %s at a school of %j is in %s',
  (written, reader, languages, language, title) => {
    expect(wordsIn<{ title: string }>(written, reader, languages)).toEqual({ language, words: { title } });
  },
);

test('a change leaves other languages as they are, and what is empty goes', () => {
  const isEmpty = ({ title }: { title: string }) => title === '';
  const known = byLanguage<{ title: string }>(hello, ['en', 'de']);
  expect(rewrite(known, { title: 'Hi', language: 'en' }, isEmpty)).toEqual({ ...hello, title: 'Hi' });
  expect(rewrite(known, { title: 'Servus', language: 'de' }, isEmpty)).toEqual({
    title: 'Servus',
    language: 'de',
    translations: { en: { title: 'Hello' } },
  });
  const emptied = { title: 'Hi', language: 'en', translations: { de: { title: '' } } } as const;
  expect(rewrite(known, emptied, isEmpty)).toEqual({ title: 'Hi', language: 'en' });
});
