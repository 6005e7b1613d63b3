import { expect, test } from 'vitest';
import { statementNames } from './statement-names.ts';

/** What a statement is called the tenth time that it is used. */
function nameOf(text: string) {
  const names = statementNames();
  return Array.from({ length: 10 }, () => names.of(text)).at(-1);
}

test('a statement that is used again and again has a name', () => {
  expect(nameOf('select 1 from users where _id = $1')).toBe('s1');
});

test('what looks for a part of a word is planned each time, for that word', () => {
  expect(nameOf("select 1 from users where lower(name) like $1 escape '\\'")).toBeUndefined();
});

test('what is fetched has the columns of its cursor, and so no name of its own', () => {
  expect(nameOf('fetch 1000 from whole_table')).toBeUndefined();
});
