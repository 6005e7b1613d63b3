import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { createEmbeddedStripe } from './embedded-stripe.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cardsUrl: string;
  }
}

export const publishableKey = 'pk_test_cadenza';
export const baseUrl = inject('cardsUrl');

/** What the browser object sent, and what may be done to it on its way; fresh for every test. */
export const wire: {
  requests: { url: string; body: string }[];
  intercept: ((url: string) => Promise<Response> | null) | null;
} = { requests: [], intercept: null };

const watched: typeof fetch = async (input, init) => {
  wire.requests.push({ url: String(input), body: String(init?.body ?? '') });
  return (await wire.intercept?.(String(input))) ?? fetch(input, init);
};

/** Puts each test of a file on the page of a school whose card payments service really listens. */
export function onPaymentPage() {
  beforeEach(() => {
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(baseUrl);
    wire.requests = [];
    wire.intercept = null;
  });
  afterEach(cleanup);
}

export async function createIntent(): Promise<{ id: string; client_secret: string }> {
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

export const openStripe = () => createEmbeddedStripe({ publishableKey, baseUrl, fetch: watched });

type Listener = (event: StripeCardElementChangeEvent) => void;

export async function open(onChange?: Listener) {
  const intent = await createIntent();
  const stripe = openStripe();
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

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
export const typeCard = (number: string) => {
  type('Card number', number);
  type('Expiry', '12/34');
  type('CVC', number.startsWith('3') ? '1234' : '123');
};
export const pay = () => fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
export const says = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
