import { expect, test } from 'vitest';
import type { Shipped } from '#languages/languages.ts';
import { carryOver, draftOf, wordsKept, writingOf } from './words.ts';

const LANGUAGES: readonly Shipped[] = ['en', 'de', 'fr'];
const SAID = { en: 'Be kind.', de: 'Seien Sie freundlich.' };

test('what another admin has saved is not written over by a language that was never edited', () => {
  const typed = { ...SAID, de: 'Seien Sie pünktlich.' };
  const now = { en: 'Be kind.', de: 'Seien Sie nett.', fr: 'Soyez aimables.' };
  const carried = carryOver(SAID, typed, now, LANGUAGES);
  expect(carried).toEqual({ ...now, de: 'Seien Sie pünktlich.' });
  expect(writingOf(now, carried, LANGUAGES)).toEqual({
    markdown: 'Be kind.',
    language: 'en',
    translations: { de: { markdown: 'Seien Sie pünktlich.' } },
    was: { de: { markdown: 'Seien Sie nett.' } },
  });
});

test('what was emptied stays empty', () => {
  expect(carryOver(SAID, { ...SAID, de: '' }, SAID, LANGUAGES)).toEqual({ en: 'Be kind.', de: '' });
});

test('a draft holds the languages that were edited, and comes back in them whichever is the default', () => {
  const { initial, fields } = draftOf(SAID, { ...SAID, en: 'Be early.' }, LANGUAGES);
  expect(initial).toEqual({ 'markdown.en': 'Be kind.' });
  expect(fields).toEqual({ 'markdown.en': 'Be early.' });
  expect(wordsKept(fields, ['de', 'en'])).toEqual({ en: 'Be early.' });
  expect(draftOf(SAID, { ...SAID, de: `${SAID.de}\n` }, LANGUAGES)).toEqual({ initial: {}, fields: {} });
});

test('a draft that names no language is in the default one', () => {
  expect(wordsKept({ markdown: 'Be early.' }, LANGUAGES)).toEqual({ en: 'Be early.' });
  expect(wordsKept(undefined, LANGUAGES)).toEqual({});
});
