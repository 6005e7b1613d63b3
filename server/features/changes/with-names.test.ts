import { expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { THE_SCHOOL, withNames } from './with-names.ts';

const LINE = { about: 'school', note: null, subjectid: 'x' } as const;

test.each([
  [{ ...LINE, about: 'question', subjectname: THE_SCHOOL }, 'der Schule'],
  [{ ...LINE, note: 'text', subjectid: 'about', subjectname: 'About us' }, 'Über uns'],
  [{ ...LINE, note: 'post', subjectid: 'about', subjectname: 'About us' }, 'About us'],
  // A class of that name.
  [{ ...LINE, about: 'class', subjectname: THE_SCHOOL }, THE_SCHOOL],
] as const)('%# what a line is of is named in the language of the reader', (line, name) => {
  expect(withLanguage('de', () => withNames(line).subjectname)).toBe(name);
});
