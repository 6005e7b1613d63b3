import fastify from 'fastify';
import Stripe from 'stripe';
import { cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import { findOrMakeSecret } from '#server/database/settings/secrets.ts';
import { EMBEDDED_ORIGIN, injectFetch } from '#server/services/inject-fetch.ts';
import type { TestSchool } from './school.ts';

/**
 * The vendor's SDK on the card account of a test school, as the office has it in the provider's dashboard:
 * what is done here, the school has not asked for.
 */
export async function openCardsDashboard({ db, config, clock }: TestSchool) {
  const secretKey = `sk_test_${await findOrMakeSecret(db, 'cards-secret-key')}`;
  const secret = `whsec_${await findOrMakeSecret(db, 'cards-webhook-secret')}`;
  const service = {
    db: db,
    publishableKey: config.cards.publishableKey,
    secretKey,
    webhook: { url: EMBEDDED_ORIGIN, secret },
    now: () => clock.now,
    fetch: async () => new Response(null, { status: 500 }),
  };
  const app = fastify();
  await app.register(cardPaymentsService, { ...service, surface: 'secret' });
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(injectFetch(() => app)),
    protocol: 'http',
    host: new URL(EMBEDDED_ORIGIN).hostname,
    port: 80,
    telemetry: false,
  });
  return {
    stripe,
    refund: (intent: string, amount?: number) => stripe.refunds.create({ payment_intent: intent, amount }),
    /** The bank decides the dispute of a payment. */
    decide: async (intent: string, evidence: 'winning_evidence' | 'losing_evidence') => {
      const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
      return stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } });
    },
    /** The events that were not sent yet never are. */
    loseEvents: async () => {
      const cards = db;
      await cards.updateTable('cards_events').set({ nextattemptat: null }).execute();
    },
    close: () => app.close(),
  };
}
