import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { workCards } from '#embedded/card-payments/events/webhooks.ts';
import type { Service } from '#embedded/card-payments/options.ts';
import { cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import { type CardPaymentsTables, cardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { migrate, openSqliteInMemory } from '#server/database/open.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { freePort } from './postgres.ts';

export const CARD_KEYS = {
  STRIPE_PUBLISHABLE_KEY: 'pk_test_faults',
  STRIPE_SECRET_KEY: 'sk_test_faults',
  STRIPE_WEBHOOK_SECRET: 'whsec_faults',
};

export type CardsServer = Awaited<ReturnType<typeof openCardsServer>>;

/**
 * A card service outside of the school, over real HTTP, as the hosted one is. `clock.offset` moves its clock;
 * events go to `hooks.url` while `hooks.on`.
 */
export async function openCardsServer() {
  const { db, close } = openSqliteInMemory<CardPaymentsTables>();
  await migrate(db, cardPaymentsTables);
  const clock = { offset: 0 };
  const hooks = { on: true, port: await freePort() };
  const service: Service = {
    db,
    publishableKey: CARD_KEYS.STRIPE_PUBLISHABLE_KEY,
    secretKey: CARD_KEYS.STRIPE_SECRET_KEY,
    webhook: {
      url: `http://127.0.0.1:${hooks.port}/api/stripe/webhook`,
      secret: CARD_KEYS.STRIPE_WEBHOOK_SECRET,
    },
    now: () => Date.now() + clock.offset,
    fetch: (input, init) => (hooks.on ? fetch(input, init) : Promise.reject(new Error('off'))),
  };
  const app = fastify();
  await app.register(cardPaymentsService, { ...service, surface: 'both', rateLimitFactor: 1e6 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const jobs = openJobs({ logError: () => {} });
  jobs.add({ name: 'card-events', everyMs: 20, run: () => workCards(service) });
  jobs.start();
  const { port } = app.server.address() as AddressInfo;

  const secret = async (url: string, form: Record<string, string>) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${CARD_KEYS.STRIPE_SECRET_KEY}`,
    };
    await app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() });
  };

  return {
    url: `http://127.0.0.1:${port}`,
    db,
    clock,
    hooks,
    /** What stripe.js does when the person presses Pay; gives the intent's id and whether it was paid, or its card saved. */
    async confirm(clientSecret: string, token = 'pm_card_visa') {
      const id = clientSecret.split('_secret_')[0] ?? '';
      const answer = await app.inject({
        method: 'POST',
        url: `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}/confirm`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          key: CARD_KEYS.STRIPE_PUBLISHABLE_KEY,
          client_secret: clientSecret,
          payment_method: token,
        }).toString(),
      });
      return { id, isPaid: answer.statusCode === 200 };
    },
    /**
     * What the office does in the provider's dashboard, and the bank behind it: all of a payment goes back,
     * or so many cents of it.
     */
    refundOutside: (intent: string, cents?: number) =>
      secret('/v1/refunds', { payment_intent: intent, ...(cents && { amount: String(cents) }) }),
    async loseDispute(intentid: string) {
      const of = db.selectFrom('cards_disputes').select('id').where('intentid', '=', intentid);
      const { id } = await of.executeTakeFirstOrThrow();
      await secret(`/v1/disputes/${id}`, { 'evidence[uncategorized_text]': 'losing_evidence' });
    },
    /** Sends each event once more, whether it was taken or not. */
    async repeatEvents() {
      await db.updateTable('cards_events').set({ nextattemptat: 0 }).execute();
    },
    /** What the bank says of every card from now on. */
    async bankSays(outcome: CardPaymentsTables['cards_methods']['outcome']) {
      await db.updateTable('cards_methods').set({ outcome }).execute();
    },
    /** Waits until every event that is due has been taken. */
    async delivered(withinMs = 20_000) {
      const deadline = Date.now() + withinMs;
      while (Date.now() < deadline) {
        const due = await db
          .selectFrom('cards_events')
          .select('id')
          .where('nextattemptat', 'is not', null)
          .execute();
        if (due.length === 0) return;
        // What was refused while nobody listened is sent again now rather than in an hour.
        await db
          .updateTable('cards_events')
          .set({ nextattemptat: 0 })
          .where('nextattemptat', '>', service.now() + 20_000)
          .execute();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('Events were not delivered in time.');
    },
    close: async () => {
      await jobs.stop();
      app.server.closeAllConnections();
      await app.close();
      await close();
    },
  };
}
