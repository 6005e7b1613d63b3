import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createEmbeddedStripe } from './embedded-stripe.ts';
import { loadPayments } from './load-stripe.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cardsUrl: string;
  }
}

const publishableKey = 'pk_test_cadenza';
const baseUrl = inject('cardsUrl');

let requests: { url: string; body: string }[] = [];
let intercept: ((url: string) => Promise<Response> | null) | null = null;
const watched: typeof fetch = async (input, init) => {
  requests.push({ url: String(input), body: String(init?.body ?? '') });
  return (await intercept?.(String(input))) ?? fetch(input, init);
};

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(baseUrl);
  requests = [];
  intercept = null;
});
afterEach(cleanup);

async function createIntent(): Promise<{ id: string; client_secret: string }> {
  const answer = await fetch(`${baseUrl}/v1/payment_intents`, {
    method: 'POST',
    body: new URLSearchParams({ amount: '6000', currency: 'usd' }),
    headers: { authorization: 'Bearer sk_test_cadenza' },
  });
  return answer.json();
}

/** The payment screen's way of paying, and nothing else of it. */
function Pay({ clientSecret, onChange }: { clientSecret: string; onChange?: Listener }) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [said, setSaid] = useState('');
  const pay = async () => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    const made = await stripe.createPaymentMethod({ type: 'card', card });
    if (made.error) return setSaid(made.error.message ?? '');
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { name: 'Ana', email: 'ana@example.com' } },
    });
    setSaid(error ? (error.message ?? '') : `${paymentIntent.status} ${paymentIntent.id}`);
  };
  return (
    <>
      <CardElement onReady={() => setReady(true)} onChange={onChange} />
      <button type="button" disabled={!ready} onClick={pay}>
        Pay
      </button>
      <output>{said}</output>
    </>
  );
}

type Listener = (event: StripeCardElementChangeEvent) => void;

async function open(onChange?: Listener) {
  const intent = await createIntent();
  const stripe = createEmbeddedStripe({ publishableKey, baseUrl, fetch: watched });
  const view = render(
    <StrictMode>
      <Elements stripe={Promise.resolve(stripe)}>
        <Pay clientSecret={intent.client_secret} onChange={onChange} />
      </Elements>
    </StrictMode>,
  );
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(false),
  );
  return { intent, ...view };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const typeCard = (number: string) => {
  type('Card number', number);
  type('Expiry', '12/34');
  type('CVC', number.startsWith('3') ? '1234' : '123');
};
const pay = () => fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
const says = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

test('React’s own card element takes the object, in strict mode too, and shows one line of labelled fields', async () => {
  await open();
  expect(screen.getAllByRole('group', { name: 'Card details' })).toHaveLength(1);
  for (const label of ['Card number', 'Expiry', 'CVC']) {
    const input = field(label);
    expect([input.inputMode, input.autocomplete, input.name]).toEqual(['numeric', 'off', '']);
  }
});

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
  expect(requests).toEqual([]);
});

test('a number outside the test list never leaves the page', async () => {
  await open();
  typeCard('4111111111111111');
  pay();
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/test mode.*non test card/));
  expect(requests).toEqual([]);
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

test('a service that cannot be reached is said, and the same intent can be paid after', async () => {
  const { intent } = await open();
  typeCard('4242424242424242');
  intercept = () => Promise.reject(new TypeError('network'));
  pay();
  await says('The payment service cannot be reached. Check your internet connection and try again.');
  intercept = null;
  pay();
  await says(`succeeded ${intent.id}`);
});

test('a payment whose answer was lost is found again', async () => {
  const { intent } = await open();
  typeCard('4242424242424242');
  let lost = 0;
  intercept = (url) => {
    if (!url.endsWith('/confirm')) return null;
    lost += 1;
    const { body } = requests.at(-1) ?? {};
    return fetch(url, { method: 'POST', body: new URLSearchParams(body) }).then(() => {
      throw new TypeError('connection reset');
    });
  };
  pay();
  await says(`succeeded ${intent.id}`);
  expect(lost).toBe(1);
});

test('a disabled element takes nothing, and there is one card element at a time', async () => {
  const stripe = createEmbeddedStripe({ publishableKey, baseUrl, fetch: watched });
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

test('with a base URL the embedded object is loaded, and no script of Stripe’s', async () => {
  const stripe = await loadPayments({ publishableKey, baseUrl });
  const { client_secret, id } = await createIntent();
  const { paymentIntent } = await (stripe as Stripe).retrievePaymentIntent(client_secret);
  expect(paymentIntent?.id).toBe(id);
  expect(document.querySelector('script[src*="stripe.com"]')).toBeNull();
});

test('without one Stripe’s own script is asked for, and its failure is said in a sentence', async () => {
  const asked: string[] = [];
  // The tests' browser loads no scripts; what a person's does when it is offline is done to them here.
  const offline = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      asked.push((node as HTMLScriptElement).src);
      node.dispatchEvent(new Event('error'));
    }
  });
  offline.observe(document.head, { childList: true });
  await expect(loadPayments({ publishableKey: 'pk_test_hosted' })).rejects.toThrow(
    'The card form could not be loaded. Check your internet connection and try again.',
  );
  offline.disconnect();
  expect(asked[0]).toMatch(/^https:\/\/js\.stripe\.com\//);
});
