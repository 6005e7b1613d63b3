import { describe, expect, test } from 'vitest';
import { findFaults } from '#contract/fields.form.ts';
import { BillingDraft, isIban } from './form.ts';

// Examples of the registry of ISO 13616.
test.each([
  'DE89370400440532013000',
  'CH9300762011623852957',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
])('%s is an account number, and no longer with one sign changed or two turned', (iban) => {
  expect(isIban(iban)).toBe(true);
  for (let at = 4; at < iban.length; at += 1) {
    const sign = iban[at] ?? '';
    const other = sign === '7' ? '8' : '7';
    expect(isIban(iban.slice(0, at) + other + iban.slice(at + 1))).toBe(false);
    const next = iban[at + 1];
    if (next !== undefined && next !== sign)
      expect(isIban(iban.slice(0, at) + next + sign + iban.slice(at + 2))).toBe(false);
  }
});

test.each(['', 'DE', 'GB00', '89370400440532013000', 'DE89 3704', 'de89370400440532013000'])(
  '%j is no account number',
  (iban) => expect(isIban(iban)).toBe(false),
);

const BANK = { iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeffxxx', holder: 'Reed & Bow' };
const { shape } = BillingDraft;

describe('what is filled in', () => {
  test('is kept without the spaces that people type', () => {
    const bank = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: 'Reed & Bow' };
    expect(shape.bank.parse(BANK)).toEqual(bank);
  });

  test.each([
    [{ iban: 'DE88370400440532013000' }, 'iban'],
    [{ iban: '' }, 'iban'],
    [{ bic: 'COBA' }, 'bic'],
    [{ holder: ' ' }, 'holder'],
    [{ holder: 'x'.repeat(71) }, 'holder'],
  ])('of a bank as %o is refused at its field', (change, field) => {
    expect(Object.keys(findFaults(shape.bank, { ...BANK, ...change }))).toEqual([field]);
  });

  test.each([
    ['19', 190],
    [8.1, 81],
    ['5.5', 55],
    ['0', 0],
    ['19.55', undefined],
    ['100', undefined],
    ['-1', undefined],
    ['', undefined],
  ])('as a tax rate of %j is %j per mille', (typed, rate) => {
    expect(shape.taxrate.safeParse(typed).data).toBe(rate);
  });

  test.each([
    [{ amount: '5', afterdays: '7' }, []],
    [{ amount: '0', afterdays: '7' }, ['amount']],
    [{ amount: '5', afterdays: '0' }, ['afterdays']],
  ])('as a late fee of %o is refused at %o', (fee, fields) => {
    expect(Object.keys(findFaults(shape.latefee, fee))).toEqual(fields);
  });
});
