import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';

const school = { languages: ['fr', 'de'] } as const;

test.each([
  ['de', 'de'],
  ['fr', 'fr'],
  [null, 'fr'],
  // The school offers it no more, or this version does not have it.
  ['en', 'fr'],
  ['xx', 'fr'],
])('who has chosen %s is written to in %s', (language, expected) => {
  expect(languageOf({ language }, { languages: [...school.languages] })).toBe(expected);
});

test('who has no account is written to in the default', () => {
  expect(languageOf(undefined, { languages: ['de', 'en'] })).toBe('de');
});
