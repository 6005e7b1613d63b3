import type { FastifyPluginAsync } from 'fastify';
import { gathering } from '#server/database/lists/batches.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { insertEvents } from './queries.ts';

/**
 * Where the card provider tells what happened, below `/api`. The call is the provider's, not one of the
 * school's contract.
 */
export const WEBHOOK_PATH = '/stripe/webhook';

/** What the school has to be told of. */
export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.canceled',
  'charge.refund.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

export type WebhookOptions = {
  payments: Payments;
  /** Is told that an event has come. */
  noteEvent: () => Promise<void>;
};

/** Keeps each event of the provider once and answers at once; the work is the workers'. */
export const webhookRoute: FastifyPluginAsync<WebhookOptions> = async (app, { payments, noteEvent }) => {
  // The signature is over the very bytes, so nothing may parse them before.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

  const { db, cards, now, wake, checkpoint } = payments;
  const keep = gathering((events: Parameters<typeof insertEvents>[1]) => insertEvents(db, events));

  app.post(WEBHOOK_PATH, { config: { access: 'everyone' } }, async ({ body, headers }) => {
    ensure(Buffer.isBuffer(body), 'signature-invalid');
    const signature = headers['stripe-signature'];
    const event = cards.readEvent(body, Array.isArray(signature) ? signature[0] : signature);
    const { isNew } = await keep({ ...event, now: now() });
    if (isNew) wake();
    await noteEvent();
    checkpoint('event-stored');
    return { received: true };
  });
};
