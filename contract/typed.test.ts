import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Language } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { findFaults } from './fields.form.ts';
import { Price } from './numbers.form.ts';
import { plainNumber, priceFault, typedNumber, understoodSum, wireSum } from './typed.form.ts';

const NBSP = '\u00a0';
const THIN = '\u202f';

test.each<[Language, typed: string, plain: string]>([
  ['en', '120', '120'],
  ['en', ' 120.50 ', '120.50'],
  ['en', '1,234.50', '1234.50'],
  ['en', '1,234,567', '1234567'],
  ['en', '1 234.50', '1234.50'],
  ['en', '1.234,50', '1234.50'],
  ['en', '120,50', '120,50'],
  ['en', '1,234', '1,234'],
  ['de', '120,50', '120.50'],
  ['de', '120.50', '120.50'],
  ['de', '0,5', '0.5'],
  ['de', '1.234,50', '1234.50'],
  ['de', '1,234.50', '1234.50'],
  ['de', '1.234.567', '1234567'],
  ['de', '1.234', '1.234'],
  ['de', '1,234', '1,234'],
  ['de', '0,125', '0.125'],
  ['fr', `1${THIN}234,50`, '1234.50'],
  ['fr', `1${NBSP}234`, '1234'],
  ['fr', '120,50', '120.50'],
  ['de', '1,2,3', '1,2,3'],
  ['de', 'frei', 'frei'],
  ['de', '-5,50', '-5,50'],
  ['de', '', ''],
])('in %s %j is read as %j', (language, typed, plain) => {
  expect(withLanguage(language, () => plainNumber(typed))).toBe(plain);
});

test.each<[Language, typed: string, fault: string]>([
  ['en', '1,234', '“1,234” can mean 1234.00 or 1.23. Enter the one that you mean.'],
  ['de', '1,234', '„1,234“ kann 1234,00 oder 1,23 bedeuten. Geben Sie ein, was Sie meinen.'],
  ['de', '1.234', '„1.234“ kann 1234,00 oder 1,23 bedeuten. Geben Sie ein, was Sie meinen.'],
  ['en', '1.234', 'Enter a price of 0 or more with at most two decimals, such as 59.50.'],
  ['de', 'frei', 'Geben Sie einen Preis ab 0 mit höchstens zwei Nachkommastellen ein, zum Beispiel 59,50.'],
])('in %s %j is asked about', (language, typed, fault) => {
  withLanguage(language, () => {
    expect(priceFault(typed)).toBe(fault);
    expect(findFaults(z.object({ price: Price }), { price: typed })).toEqual({ price: fault });
  });
});

test.each<[Language, typed: string, sum: number | undefined]>([
  ['de', '120.5', 120.5],
  ['de', '120.50', 120.5],
  ['de', '1,234.50', 1234.5],
  ['de', '1 234', 1234],
  ['de', '007', 7],
  ['en', '1 234.50', 1234.5],
  ['en', '1.234,50', 1234.5],
  ['fr', '120.50', 120.5],
])('in %s it is said what %j was understood as', (language, typed, sum) => {
  expect(withLanguage(language, () => understoodSum(typed))).toBe(sum);
});

test.each<[Language, typed: string]>([
  ['en', '120'],
  ['en', '120.5'],
  ['en', ' 120.50 '],
  ['en', '1,234.50'],
  ['en', '1234.50'],
  ['de', '120,50'],
  ['de', '120,5'],
  ['de', '1.234,50'],
  ['fr', `1${THIN}234,50`],
  ['de', '1.234'],
  ['de', '1,234'],
  ['en', '120,50'],
  ['de', 'frei'],
  ['de', ''],
])('in %s there is nothing to say of %j', (language, typed) => {
  expect(withLanguage(language, () => understoodSum(typed))).toBe(undefined);
});

test.each<[Language, plain: string, typed: string]>([
  ['en', '120.5', '120.5'],
  ['de', '120.5', '120,5'],
  ['fr', '1234.56', '1234,56'],
  ['de', '120', '120'],
  ['de', '', ''],
])('in %s %j stands in a field as %j, and is read as it was', (code, plain, typed) =>
  withLanguage(code, () => {
    expect(typedNumber(plain)).toBe(typed);
    expect(plainNumber(typed)).toBe(plain);
  }),
);

test.each([
  [39.9, '39.90'],
  ['0.5', '0.50'],
  [120, '120'],
  ['59.95', '59.95'],
  ['', ''],
])('the sum %j has both its decimals, or none: %j', (sum, written) => expect(wireSum(sum)).toBe(written));
