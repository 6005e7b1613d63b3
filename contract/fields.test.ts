import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  Email,
  findFaults,
  KnownEmail,
  line,
  Name,
  nameFrom,
  plainName,
  requiredText,
  text,
} from './fields.form.ts';
import { Price, wholeNumber } from './numbers.form.ts';
import { EMAIL_MAX, NAME_MAX } from './users/calls.ts';

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

test('someone who is known already may have an address that 0.1.0 took, but never a name, a space or a line end in it', () => {
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

const NAMES = [
  'J. R. Smith',
  'J.R.Smith',
  'Anne-Marie St. John',
  'Łucja',
  'O’Neil Jr.',
  'Dr. Ph.D. Ana Lima',
];

test('a name that mail programs would make a link of is refused where it is typed, and made plain where it is told', () => {
  const told = {
    'SECURITY ALERT visit http://198.51.100.7/': 'SECURITY ALERT visit http 198.51.100.7/',
    'www.evil': 'www. evil',
    'WWW.evil.example': 'WWW. evil. example',
    'Ana evil.example/x': 'Ana evil. example/x',
    't.co': 't. co',
    'evil。example': 'evil。 example',
    'evil.xn--p1ai': 'evil. xn--p1ai',
    'evil.\u200dexample': 'evil. \u200dexample',
    'evil.\u034fexample': 'evil. \u034fexample',
    'evil.\ufe0fexample': 'evil. \ufe0fexample',
    'evil\u2024example': 'evil\u2024 example',
    'evil\ufe52example': 'evil\ufe52 example',
    'http：//198.51.100.7': 'http 198.51.100.7',
    'http:／／198.51.100.7': 'http 198.51.100.7',
    'ana@evil.example': 'ana@evil. example',
  };
  for (const [typed, shown] of Object.entries(told)) {
    expect(findFaults(z.object({ name: Name }), { name: typed })).toEqual({
      name: 'Enter a name without a web address.',
    });
    expect(nameFrom(typed)).toBe(shown);
    expect(Name.safeParse(nameFrom(typed)).success).toBe(true);
  }
  for (const name of [...PHONE_BOOK, ...NAMES]) {
    expect(Name.parse(name)).toBe(name);
    expect(nameFrom(name)).toBe(name);
  }
  expect(plainName('Ana\r\nBcc: x\u202e T.Co')).toBe('Ana Bcc: x  T. Co');
  for (const name of NAMES.filter((one) => one !== 'J.R.Smith')) expect(plainName(name)).toBe(name);
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

const Everything = z.object({
  title: requiredText(5, 'common.enter_title'),
  notes: text(5),
  email: Email,
  price: Price,
  places: wholeNumber(1, 12),
  day: z.iso.date('Choose a day.'),
  level: z.enum(['low', 'high'], 'Choose a level.'),
  rows: z
    .array(z.object({ title: requiredText(5, 'common.enter_title') }))
    .check(z.maxLength(2, 'Use at most 2 rows.')),
});
const typed = {
  title: 'Cello',
  notes: '',
  email: 'ana@example.com',
  price: '60',
  places: '1',
  day: '2026-02-28',
  level: 'low',
  rows: [{ title: 'One' }],
};
const longEmail = (length: number) => `ana@${`${'a'.repeat(40)}.`.repeat(5)}`.padEnd(length, 'a');

test.each<[change: Partial<Record<keyof typeof typed, unknown>>, faults?: object]>([
  [{}],
  [{ title: '12345' }],
  [{ title: '123456' }, { title: 'Use at most 5 characters.' }],
  [{ title: ' ' }, { title: 'Enter a title.' }],
  [{ notes: '1\n3\t5' }],
  [{ notes: '123456' }, { notes: 'Use at most 5 characters.' }],
  [{ notes: '\0' }, { notes: 'Contains characters that cannot be stored.' }],
  [{ email: longEmail(EMAIL_MAX) }],
  [{ email: longEmail(EMAIL_MAX + 1) }, { email: 'Use an email address of at most 254 characters.' }],
  [{ email: 'ana' }, { email: 'Enter an email address such as ana@example.com.' }],
  [{ price: '999999.99' }],
  [{ price: '1000000' }, { price: 'Enter a price of 0 or more with at most two decimals, such as 59.50.' }],
  [{ places: '12' }],
  [{ places: 12 }],
  [{ places: '13' }, { places: 'Enter a whole number from 1 to 12.' }],
  [{ places: 13 }, { places: 'Enter a whole number from 1 to 12.' }],
  [{ places: '0' }, { places: 'Enter a whole number from 1 to 12.' }],
  [{ places: '012' }, { places: 'Enter a whole number from 1 to 12.' }],
  [{ places: '' }, { places: 'Enter a whole number from 1 to 12.' }],
  [{ day: '2026-02-29' }, { day: 'Choose a day.' }],
  [{ day: '' }, { day: 'Choose a day.' }],
  [{ level: '' }, { level: 'Choose a level.' }],
  [{ rows: [{ title: 'One' }, { title: 'Two' }] }],
  [{ rows: [{ title: 'One' }, { title: ' ' }] }, { 'rows.1.title': 'Enter a title.' }],
  [{ rows: [typed, typed, typed] }, { rows: 'Use at most 2 rows.' }],
])('a form of every kind of field with %j', (change, faults = {}) => {
  expect(findFaults(Everything, { ...typed, ...change })).toEqual(faults);
});

test('of several faults of a field the first is said', () => {
  expect(findFaults(z.object({ name: line(3) }), { name: 'a\nbcd' })).toEqual({
    name: 'Use at most 3 characters.',
  });
});
