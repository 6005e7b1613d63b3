import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { onPaymentPage, open, pay, says, type, typeCard, wire } from './payment-page.test-support.tsx';

onPaymentPage();

test.each(['4242424242424242', '5555555555554444', '378282246310005'])('the card %s pays', async (number) => {
  const { intent } = await open();
  typeCard(number);
  pay();
  await says(`succeeded ${intent.id}`);
});

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000009987', 'Your card was declined.'],
  ['4000000000009979', 'Your card was declined.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
  [
    '4000000000006975',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
])('the card %s is refused in the bank’s words', async (number, message) => {
  await open();
  typeCard(number);
  pay();
  await says(message);
});

test('after a refusal another card pays for the same intent', async () => {
  const { intent } = await open();
  typeCard('4000000000000002');
  pay();
  await says('Your card was declined.');
  typeCard('4242424242424242');
  pay();
  await says(`succeeded ${intent.id}`);
});

const answerChallenge = async (name: 'Complete' | 'Fail') =>
  fireEvent.click(await screen.findByRole('button', { name }));
const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

test.each(['4000002760003184', '4000002500003155'])(
  'the card %s pays once the challenge is complete',
  async (number) => {
    const { intent } = await open();
    typeCard(number);
    pay();
    const dialog = await screen.findByRole('dialog', { name: '3-D Secure check' });
    expect(dialog.textContent).toContain('$60.00');
    await answerChallenge('Complete');
    await says(`succeeded ${intent.id}`);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test.each([
  ['4000002760003184', 'Fail', NOT_AUTHENTICATED],
  ['4000008260003178', 'Complete', 'Your card has insufficient funds.'],
  ['4000008400001629', 'Complete', 'Your card was declined.'],
] as const)('the card %s, its challenge ended with %s, is refused', async (number, button, message) => {
  await open();
  typeCard(number);
  pay();
  await answerChallenge(button);
  await says(message);
});

test('a challenge that is closed unanswered is a refusal', async () => {
  await open();
  typeCard('4000002760003184');
  pay();
  (await screen.findByRole<HTMLDialogElement>('dialog')).close();
  await says(NOT_AUTHENTICATED);
});

test.each([
  ['4242424242424241', '12/34', '123', 'Your card number is invalid.'],
  ['42424242', '12/34', '123', 'Your card number is incomplete.'],
  ['4242424242424242', '12', '123', "Your card's expiration date is incomplete."],
  ['4242424242424242', '12/20', '123', "Your card's expiration year is in the past."],
  ['4242424242424242', '12/34', '', "Your card's security code is incomplete."],
])('the entry %s %s %s is stopped before anything is sent', async (number, expiry, cvc, message) => {
  await open();
  type('Card number', number);
  type('Expiry', expiry);
  type('CVC', cvc);
  pay();
  await says(message);
  expect(wire.requests).toEqual([]);
});

test('a number outside the test list never leaves the page', async () => {
  await open();
  typeCard('4111111111111111');
  pay();
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/test mode.*non test card/));
  expect(wire.requests).toEqual([]);
});

test('a service that cannot be reached is said, and the same intent can be paid after', async () => {
  const { intent } = await open();
  typeCard('4242424242424242');
  wire.intercept = () => Promise.reject(new TypeError('network'));
  pay();
  await says('The payment service cannot be reached. Check your internet connection and try again.');
  wire.intercept = null;
  pay();
  await says(`succeeded ${intent.id}`);
});

test('a payment whose answer was lost is found again', async () => {
  const { intent } = await open();
  typeCard('4242424242424242');
  let lost = 0;
  wire.intercept = (url) => {
    if (!url.endsWith('/confirm')) return null;
    lost += 1;
    const { body } = wire.requests.at(-1) ?? {};
    return fetch(url, { method: 'POST', body: new URLSearchParams(body) }).then(() => {
      throw new TypeError('connection reset');
    });
  };
  pay();
  await says(`succeeded ${intent.id}`);
  expect(lost).toBe(1);
});
