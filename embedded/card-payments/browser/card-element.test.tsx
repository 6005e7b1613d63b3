import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, onPaymentPage, open, openStripe, type, typeCard } from './payment-page.test-support.tsx';

onPaymentPage();

test('React’s own card element takes the object, in strict mode too, and shows one line of labelled fields', async () => {
  await open();
  expect(screen.getAllByRole('group', { name: 'Card details' })).toHaveLength(1);
  for (const label of ['Card number', 'Expiry', 'CVC']) {
    const input = field(label);
    expect([input.inputMode, input.autocomplete, input.name]).toEqual(['numeric', 'off', '']);
  }
});

test('what is typed is told as it changes: brand, error, complete, and the class names of its state', async () => {
  const changes: StripeCardElementChangeEvent[] = [];
  const { container } = await open((event) => changes.push(event));
  const host = container.querySelector('.StripeElement');
  expect(host?.classList.contains('StripeElement--empty')).toBe(true);
  type('Card number', '4242 4242 4242 4241');
  expect(changes.at(-1)).toMatchObject({
    elementType: 'card',
    brand: 'visa',
    complete: false,
    empty: false,
    error: { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' },
  });
  expect(field('Card number').getAttribute('aria-invalid')).toBe('true');
  expect(host?.classList.contains('StripeElement--invalid')).toBe(true);
  typeCard('4242424242424242');
  expect(changes.at(-1)).toMatchObject({ complete: true, error: undefined });
  expect(host?.classList.contains('StripeElement--complete')).toBe(true);
  expect(field('Card number').value).toBe('4242 4242 4242 4242');
  expect(field('Expiry').value).toBe('12 / 34');
});

test('a field left half filled says so, one being typed in does not', async () => {
  const changes: StripeCardElementChangeEvent[] = [];
  await open((event) => changes.push(event));
  type('Card number', '4242');
  expect(changes.at(-1)?.error).toBeUndefined();
  fireEvent.blur(field('Card number'));
  expect(changes.at(-1)?.error?.code).toBe('incomplete_number');
  const described = document.getElementById(field('Card number').getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Your card number is incomplete.');
});

test('typing goes on in the next field when one is full, and deleting in the one before', async () => {
  await open();
  field('Card number').focus();
  type('Card number', '4242424242424242');
  expect(document.activeElement).toBe(field('Expiry'));
  type('Expiry', '1234');
  expect(document.activeElement).toBe(field('CVC'));
  fireEvent.keyDown(field('CVC'), { key: 'Backspace' });
  expect(document.activeElement).toBe(field('Expiry'));
});

test('an expiry can be deleted past its slash', async () => {
  await open();
  type('Expiry', '12');
  expect(field('Expiry').value).toBe('12 / ');
  type('Expiry', '12 /');
  expect(field('Expiry').value).toBe('1');
});

test('nothing that was typed outlives the element', async () => {
  const { unmount } = await open();
  const input = field('Card number');
  typeCard('4242424242424242');
  unmount();
  expect([input.value, input.isConnected]).toEqual(['', false]);
});

test('a disabled element takes nothing, and there is one card element at a time', async () => {
  const stripe = openStripe();
  const elements = stripe.elements();
  const card = elements.create('card', { disabled: true });
  const host = document.body.appendChild(document.createElement('div'));
  card.mount(host);
  expect([...host.querySelectorAll('input')].every(({ disabled }) => disabled)).toBe(true);
  card.update({ disabled: false });
  expect([...host.querySelectorAll('input')].some(({ disabled }) => disabled)).toBe(false);
  expect(() => elements.create('card')).toThrow(/one card element/);
  expect(elements.getElement('card')).toBe(card);
  card.destroy();
  expect(elements.getElement('card')).toBeNull();
  host.remove();
});
