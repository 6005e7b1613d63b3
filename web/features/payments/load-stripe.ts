import type { Stripe } from '@stripe/stripe-js';
import type { ClientConfig } from '#contract/config/calls.ts';
import { isShipped } from '#languages/languages.ts';
import { language, t } from '#languages/t.ts';

/**
 * Loads what takes the card: the embedded service's browser object where a `baseUrl` is configured, else
 * Stripe's own script. Null on a server. Rejects with a sentence for the person when it cannot be loaded;
 * calling again tries again.
 */
export async function loadPayments(cards: ClientConfig['cards']): Promise<Stripe | null> {
  if (typeof window === 'undefined') return null;
  try {
    return await (cards.baseUrl === undefined
      ? loadHosted(cards)
      : loadEmbedded({ ...cards, baseUrl: cards.baseUrl }));
  } catch (cause) {
    throw new Error(t('payments.card_form_not_loaded'), { cause });
  }
}

async function loadEmbedded(cards: { publishableKey: string; baseUrl: string }): Promise<Stripe> {
  const { createEmbeddedStripe } = await import('#embedded/card-payments/browser/embedded-stripe.ts');
  return createEmbeddedStripe(cards);
}

/** `/pure`, since the main entry loads Stripe's script as soon as it is imported. */
async function loadHosted({ publishableKey }: ClientConfig['cards']): Promise<Stripe | null> {
  const module = (await import('@stripe/stripe-js/pure')) as typeof import('@stripe/stripe-js/pure') & {
    default?: typeof import('@stripe/stripe-js/pure');
  };
  // It has no `exports` map: a bundler may take its CommonJS file, whose exports lie under `default`.
  const loadStripe = module.loadStripe ?? module.default?.loadStripe;
  const code = language();
  // Its form and its refusals speak as the page does; in a language for tests as the browser does.
  return loadStripe(publishableKey, { locale: isShipped(code) ? code : 'auto' });
}
