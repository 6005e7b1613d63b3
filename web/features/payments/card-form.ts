import type { Stripe } from '@stripe/stripe-js';
import { clientConfig } from '#web/lib/page/config.ts';
import { loadPayments } from './load-stripe.ts';

let loading: Promise<Stripe | null> | undefined;

/**
 * One object for as long as the page lives: React's bindings do not take another. A failure is forgotten, so
 * that it can be tried again.
 */
export function cardForm(): Promise<Stripe | null> {
  loading ??= loadPayments(clientConfig().cards);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
