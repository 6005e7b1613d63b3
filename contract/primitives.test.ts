import { expect, test } from 'vitest';
import { Email, KnownEmail, line, Name, nameFrom } from './primitives.schema.ts';
import { NAME_MAX } from './users.ts';

const PHONE_BOOK = ['Ana Díaz', 'O’Brien-Smith, Jr.', 'محمد', 'علی‌رضا', '李小龍', 'Zoë 👩‍🎤'];

test('an address is one address, and lower case', () => {
  for (const [typed, kept] of [
    [' Ana@Example.com ', 'ana@example.com'],
    ["o'brien+violin@music.example", "o'brien+violin@music.example"],
    ['ana@localhost', 'ana@localhost'],
  ]) {
    expect(Email.parse(typed)).toBe(kept);
  }
});

test('what a mail program reads as a list, a comment, a route or a name is no address', () => {
  const hostile = [
    'x,victim@example.com',
    'x;victim@example.com',
    '(comment)victim@example.com',
    'x@example.com,victim@example.com',
    'http://evil.example/x@example.com ',
    'x:victim@example.com',
    '"x"@example.com',
    'Ana <ana@example.com>',
    '<ana@example.com>',
    'a b@example.com',
    'ana@example.com\r\nbcc: victim@example.com',
    'ana@exam_ple.com',
    'ana@-example.com',
    'ana@example..com',
    'ana@[127.0.0.1]',
    'ana@bücher.example',
    'ana\u202e@example.com',
    'ana@@example.com',
    '@example.com',
    'ana@',
    `${'a'.repeat(250)}@example.com`,
  ];
  const taken = hostile.filter((address) => Email.safeParse(address).success);
  expect(taken).toEqual([]);
});

test('whoever is known already may have an address that 0.1.0 took, but never a name, a space or a line end in it', () => {
  for (const known of ['ana@exam_ple.com', 'ana@bücher.example', 'x,y@example.com', "o'brien@example.com"])
    expect(KnownEmail.parse(known)).toBe(known);
  const others = [
    'Ana <ana@example.com>',
    'a b@example.com',
    'ana@example.com\r\nbcc: x',
    'ana@@example.com',
  ];
  expect(others.filter((address) => KnownEmail.safeParse(address).success)).toEqual([]);
});

test('names of every script are taken as they are', () => {
  for (const name of PHONE_BOOK) expect(Name.parse(` ${name} `)).toBe(name);
});

test('a name is one line of a bounded length that reads as it is, typed or told by another service', () => {
  const marks = ['\n', '\r', '\0', '\x1b', '\x7f', '\u0085', '\u2028', '\u2029', '\ud800'];
  const turning = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'];
  const unseen = ['\u200b', '\ufeff', '\u00ad', '\u2060'];
  for (const mark of [...marks, ...turning, ...unseen]) {
    const name = `Ana${mark}Admin`;
    expect(Name.safeParse(name).success, JSON.stringify(name)).toBe(false);
    expect(nameFrom(name)).toBe('Ana Admin');
  }
  expect(Name.safeParse('x'.repeat(NAME_MAX)).success).toBe(true);
  expect(Name.safeParse('x'.repeat(NAME_MAX + 1)).success).toBe(false);
  expect(nameFrom(`${'x'.repeat(NAME_MAX - 1)}👩`)).toBe('x'.repeat(NAME_MAX - 1));
  for (const name of PHONE_BOOK) expect(nameFrom(name)).toBe(name);
  expect(nameFrom(' \u202e ')).toBe('');
});

test('one line has no line ends', () => {
  expect(line(20).safeParse('Violin\nfor beginners').success).toBe(false);
});
