import { WEBHOOKS_MAX, type WebhookDraft } from '#contract/webhooks/calls.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { mayBeGiven } from '#server/services/outside/call-outside.ts';
import { hostOf } from './end-delivery.ts';
import { countWebhooks, eventsOf, insertWebhook } from './queries.ts';
import { newSecret } from './sign-message.ts';

type Options = { actor: Caller; allowedHosts: readonly string[]; now: number };

/**
 * Adds a webhook, notes it in the log and tells every admin by mail: what the school tells may not go to a
 * stranger unseen. Throws `webhook-not-allowed`, `too-many-webhooks`, and `forbidden` where the caller is no
 * admin any more.
 */
export async function addWebhook(
  db: Db,
  { url: address, events }: WebhookDraft,
  { actor, allowedHosts, now }: Options,
) {
  const url = new URL(address);
  ensure(mayBeGiven(url, { allowedHosts }), 'webhook-not-allowed');
  return transact(db, async (tx) => {
    ensure((await lockUser(tx, actor._id))?.role === 'admin', 'forbidden');
    ensure((await countWebhooks(tx)) < WEBHOOKS_MAX, 'too-many-webhooks');
    const input = { url: url.href, events, secret: newSecret(), ownerid: actor._id, now };
    const webhook = await insertWebhook(tx, input);
    const host = hostOf(webhook);
    await insertChange(tx, {
      about: 'integration',
      subjectid: webhook._id,
      subjectname: host,
      action: 'webhook-made',
      note: events.join(', '),
      actor,
      now,
    });
    await insertMails(tx, admins(), {
      kind: 'webhook-made',
      ref: webhook._id,
      subject: say('webhooks.mail_made', { host }),
      letter: {
        reader: 'admin',
        paragraphs: [
          say('webhooks.mail_who_made', { who: plainName(actor.name), host, events: events.join(', ') }),
          say('webhooks.mail_delete'),
        ],
        button: { label: say('mails.open_integrations'), href: '/admin/integrations' },
      },
      now,
    });
    return { ...webhook, events: eventsOf(webhook), madeby: actor.name };
  });
}
