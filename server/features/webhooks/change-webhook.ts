import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { hostOf } from './end-delivery.ts';
import * as queries from './queries.ts';

type Options = { id: string; actor: Actor; now: number };

const about = (webhook: queries.WebhookRow, { actor, now }: Options) => ({
  about: 'integration' as const,
  subjectid: webhook._id,
  subjectname: hostOf(webhook),
  actor,
  now,
});

/** Deletes a webhook with its messages. Throws `webhook-not-found`. */
export async function deleteWebhook(db: Db, options: Options): Promise<void> {
  await transact(db, async (tx) => {
    const webhook = await queries.deleteWebhook(tx, options.id);
    ensure(webhook, 'webhook-not-found');
    await insertChange(tx, { ...about(webhook, options), action: 'webhook-deleted' });
  });
}

/**
 * Switches a webhook on again, as the caller's from then on, and has sent what it missed. Throws
 * `webhook-not-found` and `webhook-not-stopped`.
 */
export async function resumeWebhook(db: Db, options: Options & { actor: Caller }): Promise<void> {
  await transact(db, async (tx) => {
    const found = await queries.lockWebhook(tx, options.id);
    ensure(found, 'webhook-not-found');
    ensure(found.stoppedat !== null, 'webhook-not-stopped');
    await queries.releaseMessages(tx, found, options.now);
    const webhook = await queries.startWebhook(tx, options.id, options.actor._id);
    await insertChange(tx, { ...about(webhook, options), action: 'webhook-resumed' });
  });
}

/** Has one message sent again, at once. Throws `message-not-found`, and as `redeliverMessages`. */
export async function resendMessage(db: Db, { id, now }: Pick<Options, 'id' | 'now'>): Promise<void> {
  await transact(db, async (tx) => {
    const message = await queries.findMessage(tx, id);
    ensure(message, 'message-not-found');
    const webhook = await queries.lockWebhook(tx, message.webhookid);
    // Of a test, and of any message of version 0, an admin sees whether the program is there again.
    if (message.subject !== null) ensure(webhook?.stoppedat === null, 'webhook-is-stopped');
    await queries.resendMessage(tx, id, now);
  });
}

type Range = Pick<Options, 'id' | 'now'> & { from: number; to: number };

/**
 * Sends a webhook again what happened from one moment to another, both included (epoch milliseconds): what has
 * arrived and what was given up, under its id and in its order; gives how many messages. Throws
 * `webhook-not-found`, and `webhook-is-stopped`: what a stopped one has missed comes once it is on again.
 */
export async function redeliverMessages(db: Db, { id, ...range }: Range): Promise<number> {
  return transact(db, async (tx) => {
    const webhook = await queries.lockWebhook(tx, id);
    ensure(webhook, 'webhook-not-found');
    ensure(webhook.stoppedat === null, 'webhook-is-stopped');
    return queries.redeliver(tx, { webhookid: id, ...range });
  });
}
