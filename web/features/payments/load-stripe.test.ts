import type { Stripe } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import {
  baseUrl,
  createIntent,
  onPaymentPage,
  publishableKey,
} from '#embedded/card-payments/browser/payment-page.test-support.tsx';
import { loadPayments } from './load-stripe.ts';

onPaymentPage();

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
