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
    const webhook = await queries.startWebhook(tx, options.id, options.actor._id);
    if (!webhook) ensure(await queries.findWebhook(tx, options.id), 'webhook-not-found');
    ensure(webhook, 'webhook-not-stopped');
    await queries.releaseMessages(tx, webhook._id, options.now);
    await insertChange(tx, { ...about(webhook, options), action: 'webhook-resumed' });
  });
}
