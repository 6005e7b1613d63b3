import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findFaults } from '#contract/fields.form.ts';
import { withLanguage } from '#languages/t.ts';
import { addressLines, CANCEL_HOURS_MAX, coloursOf, PALETTE_NAMES, PALETTES } from './calls.ts';
import { Colours, contrastOf, FactDraft, SchoolDraft } from './form.ts';

describe('a palette', () => {
  test('of the school’s own can be read by everybody', () => {
    for (const name of PALETTE_NAMES) expect(findFaults(Colours, PALETTES[name])).toEqual({});
  });

  test.each([
    [{ primary: '#767676', accent: '#f0a93b' }, ['primary']],
    [{ primary: '#5b2a6e', accent: '#8a5a00' }, ['accent']],
    [{ primary: 'plum', accent: '#f0a93b' }, ['primary']],
    [{ primary: '#5b2a6e; } body {', accent: '#f0a93b' }, ['primary']],
    [{ primary: '#5B2A6E', accent: ' #f0a93b ' }, []],
  ])('of colours as %o is refused at %o', (colours, fields) => {
    expect(Object.keys(findFaults(Colours, colours))).toEqual(fields);
  });

  test('is refused at its colour within the school, too', () => {
    const palette = SchoolDraft.shape.palette;
    const { error } = palette.safeParse({ primary: '#eeeeee', accent: '#f0a93b' });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['primary']);
  });

  test('that nobody chose is plum', () => {
    expect(coloursOf()).toBe(PALETTES.plum);
    expect(coloursOf('brick')).toBe(PALETTES.brick);
  });

  // https://www.w3.org/TR/WCAG22/#contrast-minimum: #767676 is the lightest grey that can be read on white.
  test('is held against the contrast of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

test.each([
  ['timezone', 'Mars/Olympus'],
  ['timezone', '+01:00'],
  ['timezone', 'Europe/Lisbon\n'],
  ['street', 'Linden Walk\r\nBcc: all@school.example'],
  ['town', 'Har\u0000bour'],
  ['country', 'Ire\u202eland'],
  ['phone', 'ask for Ana'],
  ['email', 'Reed <office@school.example>'],
  ['logo', 'javascript:alert(1)'],
  ['currency', 'jpy'],
  ['currency', 'dollars'],
  ['enrolmentPrice', -1],
  ['enrolmentPrice', 'free'],
  ['cancelUntilHours', -1],
  ['cancelUntilHours', ''],
  ['cancelUntilHours', '1e6'],
  ['cancelUntilHours', CANCEL_HOURS_MAX + 1],
  ['name', ' '],
] as const)('what is filled in as %s cannot be %j', (field, value) => {
  expect(SchoolDraft.shape[field].safeParse(value).success).toBe(false);
});

test.each([
  ['timezone', 'Europe/Lisbon'],
  ['timezone', 'Etc/UTC'],
  ['timezone', 'America/Argentina/Buenos_Aires'],
  ['timezone', 'Etc/GMT+3'],
  ['phone', '+353 (1) 555-01.42'],
  ['hours', 'Monday to Friday, 2 to 8 pm\nSaturday, 9 to 12'],
  ['logo', '/i/abc.webp'],
  ['enrolmentPrice', 'class'],
  ['enrolmentPrice', '59.50'],
  ['cancelUntilHours', 1.5],
  ['cancelUntilHours', String(1 / 3)],
  ['cancelUntilHours', String(CANCEL_HOURS_MAX)],
  ...(
    [
      'tagline',
      'street',
      'postcode',
      'town',
      'country',
      'phone',
      'email',
      'hours',
      'timezone',
      'logo',
    ] as const
  ).map((field) => [field, ''] as const),
] as const)('%s may be %j', (field, value) => {
  expect(SchoolDraft.shape[field].safeParse(value).success).toBe(true);
});

test.each([
  [{ kind: 'event', title: '' }, 'title'],
  [{ kind: 'event', title: 'Concert', day: 'July' }, 'day'],
  [{ kind: 'voice', words: ' ', byline: 'Ines K.' }, 'words'],
  [{ kind: 'number', title: 'Awards', words: 'many' }, 'words'],
  [{ kind: 'rumour', title: 'x' }, 'kind'],
])('a fact as %o is refused at %s', (fact, field) => {
  expect(Object.keys(findFaults(FactDraft, fact))).toEqual([field]);
});

test('an address is written line by line, as much of it as there is', () => {
  const address = { street: '1 Quay', postcode: 'D02', town: 'Dublin', country: 'Ireland' };
  expect(addressLines(address)).toEqual(['1 Quay', 'D02 Dublin', 'Ireland']);
  expect(addressLines({ town: 'Dublin' })).toEqual(['Dublin']);
  expect(addressLines({})).toEqual([]);
});

test.each([
  [
    'de',
    'cancelUntilHours',
    '1.500',
    '„1.500“ kann 1500,00 oder 1,50 bedeuten. Geben Sie ein, was Sie meinen.',
  ],
  [
    'de',
    'enrolmentPrice',
    '1.500',
    '„1.500“ kann 1500,00 oder 1,50 bedeuten. Geben Sie ein, was Sie meinen.',
  ],
  ['en', 'enrolmentPrice', '1,500', '“1,500” can mean 1500.00 or 1.50. Enter the one that you mean.'],
  ['en', 'enrolmentPrice', 'free', 'Enter a price of 0 or more, or let each class say its own.'],
  ['en', 'cancelUntilHours', 'two', 'Enter a number of hours from 0 to 876000, such as 48 or 1.5.'],
  ['en', 'cancelUntilHours', '1.500', undefined],
  ['de', 'cancelUntilHours', '1.5', undefined],
  ['de', 'cancelUntilHours', '0.125', undefined],
  ['de', 'cancelUntilHours', 1.125, undefined],
] as const)('in %s the fault of %s as %j is %j', (language, field, value, fault) => {
  const form = z.object({ [field]: SchoolDraft.shape[field] });
  expect(withLanguage(language, () => findFaults(form, { [field]: value }))[field]).toBe(fault);
});
