import { expect, test } from 'vitest';
import { TEST_CARDS } from '#contract/protocols/card-payments.ts';
import { brandOf, type CardField, digitsIn, faultOf, show } from './card-entry.ts';

const NOW = new Date(2030, 5, 15).getTime();
const RIGHT = { number: '4242424242424242', expiry: '1234', cvc: '123' };
const fault = (field: CardField, digits: string) => faultOf(field, { ...RIGHT, [field]: digits }, NOW);

test.each([
  ['4242', 'visa'],
  ['5555', 'mastercard'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['2721', 'unknown'],
  ['2220', 'unknown'],
  ['34', 'amex'],
  ['37', 'amex'],
  ['6011', 'discover'],
  ['3056', 'diners'],
  ['36', 'diners'],
  ['3566', 'jcb'],
  ['6200', 'unionpay'],
  ['60', 'unknown'],
  ['', 'unknown'],
])('a number that begins with %s is of brand %s', (digits, brand) => {
  expect(brandOf(digits)).toBe(brand);
});

test.each([
  ['number', '4242424242424242', '4242 4242 4242 4242'],
  ['number', '42424', '4242 4'],
  ['number', '378282246310005', '3782 822463 10005'],
  ['number', '', ''],
  ['expiry', '1', '1'],
  ['expiry', '12', '12 / '],
  ['expiry', '1234', '12 / 34'],
  ['cvc', '1234', '1234'],
] as const)('the %s %s is shown as "%s"', (field, digits, shown) => {
  expect(show(field, digits)).toBe(shown);
});

test.each([
  ['number', ' 4242-4242 4242 4242 99', '4242424242424242'],
  ['number', '3782 822463 100059', '378282246310005'],
  ['expiry', '12 / 34', '1234'],
  ['expiry', '1/34', '0134'],
  ['expiry', '12/2034', '1234'],
  ['expiry', '12 / 20', '1220'],
  ['expiry', '7', '07'],
  ['expiry', '1', '1'],
  ['expiry', '734', '0734'],
  ['cvc', '12a34', '123'],
] as const)('into the %s, "%s" is read as %s', (field, typed, digits) => {
  expect(digitsIn(field, typed, RIGHT.number)).toBe(digits);
});

test('an American Express card has four digits of code', () => {
  expect(digitsIn('cvc', '12345', '378282246310005')).toBe('1234');
  const entry = { number: '378282246310005', expiry: '1234', cvc: '123' };
  expect(faultOf('cvc', entry, NOW)?.code).toBe('incomplete_cvc');
});

test.each([
  ['number', '424242424242424', 'incomplete_number', 'Your card number is incomplete.'],
  ['number', '4242424242424241', 'invalid_number', 'Your card number is invalid.'],
  ['expiry', '123', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['expiry', '1329', 'invalid_expiry_month', "Your card's expiration month is invalid."],
  ['expiry', '1229', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['expiry', '0530', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['expiry', '1281', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  ['cvc', '12', 'incomplete_cvc', "Your card's security code is incomplete."],
] as const)('the %s %s is %s', (field, digits, code, message) => {
  expect(fault(field, digits)).toEqual({ type: 'validation_error', code, message });
});

test('a card is good to the end of its month', () => {
  expect(fault('expiry', '0630')).toBeNull();
});

test('a number outside the test list is a fault of its own, however right it is', () => {
  expect(fault('number', '4111111111111111')?.code).toBe('test_mode_live_card');
  for (const { number } of TEST_CARDS) expect(fault('number', number)).toBeNull();
});
