import { createHmac } from 'node:crypto';
import { forgetOldKeys } from '#embedded/card-payments/idempotency/keys.ts';
import type { Service, Webhook } from '#embedded/card-payments/options.ts';
import { settleRefunds } from '#embedded/card-payments/returns/refunds.ts';
import type { EventRow } from '#embedded/card-payments/tables.ts';

const TIMEOUT_MS = 10_000;
/**
 * How long an event belongs to the process that sends it; should that die, another one sends it after this.
 */
const LEASE_MS = 15_000;
const FIRST_RETRY_MS = 1000;
const RETRY_MAX_MS = 60 * 60 * 1000;
/** Stripe gives up after three days. */
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 50;

/** The header `stripe-signature` for a body sent now (docs.stripe.com/webhooks#verify-manually). */
export function signatureOf(body: string, secret: string, now: number): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/**
 * Sends every event that is due, a few at once; gives how many were taken. What fails is tried again, later
 * each time.
 */
export async function deliverDue(service: Service): Promise<number> {
  const { webhook, db } = service;
  if (!webhook) return 0;
  const due = await db
    .selectFrom('cards_events')
    .select('id')
    .where('nextattemptat', '<=', service.now())
    .orderBy('nextattemptat')
    .limit(AT_ONCE)
    .execute();
  const claimed = await claimEvents(service, due);
  const sent = await Promise.all(
    claimed.map(async (event) => ({ event, isTaken: await send(service, webhook, event.body) })),
  );
  const taken = sent.filter(({ isTaken }) => isTaken).map(({ event }) => event);
  await setNextAttempt(db, taken, null);
  for (const { event, isTaken } of sent)
    if (!isTaken) await setNextAttempt(db, [event], retryAt(event, service.now()));
  return taken.length;
}

type EventId = Pick<EventRow, 'id'>;
const idsOf = (events: readonly EventId[]) => events.map(({ id }) => id);

/**
 * Claims those of these events that are still due for this process and returns them; `attempts` counts this
 * one.
 */
async function claimEvents({ db, now }: Service, events: readonly EventId[]): Promise<EventRow[]> {
  if (events.length === 0) return [];
  return db
    .updateTable('cards_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), nextattemptat: now() + LEASE_MS }))
    .where('id', 'in', idsOf(events))
    .where('nextattemptat', '<=', now())
    .returningAll()
    .execute();
}

/** Sets when events are sent again; null: never. */
async function setNextAttempt(db: Service['db'], events: readonly EventId[], nextattemptat: number | null) {
  if (events.length === 0) return;
  await db.updateTable('cards_events').set({ nextattemptat }).where('id', 'in', idsOf(events)).execute();
}

async function send(service: Service, webhook: Webhook, body: string): Promise<boolean> {
  try {
    const answer = await service.fetch(webhook.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, webhook.secret, service.now()),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // The receiver is down or too slow: expected, and the reason for retries.
    return false;
  }
}

/**
 * When a refused event is sent again: after 1 s, 2 s, 4 s … up to an hour apart, for three days; null after
 * that.
 */
function retryAt(event: EventRow, now: number): number | null {
  const at = now + Math.min(FIRST_RETRY_MS * 2 ** (event.attempts - 1), RETRY_MAX_MS);
  return at - event.createdat > GIVE_UP_MS ? null : at;
}

/** Deletes what is older than Stripe keeps it. */
export async function tidy(service: Service): Promise<void> {
  const now = service.now();
  await forgetOldKeys(service.db, now);
  await service.db
    .deleteFrom('cards_events')
    .where('createdat', '<', now - EVENTS_KEPT_MS)
    .where('nextattemptat', 'is', null)
    .execute();
}

/**
 * What happens after an answer: refunds settle, and events that are due are sent. Gives how many were; what
 * is due is in the database, so it is safe to call concurrently, and in several processes.
 */
export async function workCards(service: Service): Promise<number> {
  await settleRefunds(service);
  return deliverDue(service);
}
