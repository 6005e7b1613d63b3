import type { MessageId } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { say } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { keepProblem, type Problem } from '#server/services/outside/problems.ts';
import * as queries from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After so long without any message that arrived, a webhook is stopped. */
const STOP_AFTER_MS = 3 * DAY_MS;
const GONE = 410;

type Ended = {
  webhook: queries.WebhookRow;
  message: queries.MessageRow;
  answer: { status: number | null; problem: Problem | null };
  /** When to try again; null after the last time. */
  nextat: number | null;
  now: number;
};

/**
 * Writes down how an attempt ended. A webhook at which nothing has arrived for days, or that says that it is
 * gone, is stopped.
 */
export async function endDelivery(tx: Db, { webhook, message, answer, nextat, now }: Ended): Promise<void> {
  const { status } = answer;
  if (answer.problem === null) {
    await queries.updateLeased(tx, message, { workat: null, sentat: now, status, problem: null });
    await queries.deleteIfErased(tx, message._id);
    await queries.markArriving(tx, webhook._id);
    return;
  }
  // Of a webhook that is stopped only a test, or a message that an admin sends again, goes out, once.
  const workat = webhook.stoppedat === null ? nextat : null;
  const givenupat = message.dueat !== null && nextat === null ? now : null;
  const problem = keepProblem(answer.problem);
  await queries.updateLeased(tx, message, { workat, givenupat, status, problem });
  if (workat === null) await queries.deleteIfErased(tx, message._id);
  const since = await queries.markFailing(tx, webhook._id, now);
  if (status === GONE || now - since >= STOP_AFTER_MS)
    await stopWebhook(tx, webhook, { now, because: 'silence' });
}

/** How people recognise a webhook where its whole address, which may open something, has no place. */
export const hostOf = ({ url }: Pick<queries.WebhookRow, 'url'>) => new URL(url).host;

const REASONS = {
  silence: 'webhooks.mail_silent',
  owner: 'webhooks.mail_owner_gone',
} as const satisfies Record<string, MessageId>;

const NEXT = {
  silence: 'webhooks.mail_repair',
  owner: 'webhooks.mail_look_at_it',
} as const satisfies Record<keyof typeof REASONS, MessageId>;

/** Stops a webhook, notes it in the log and tells every admin, who can switch it on again. */
export async function stopWebhook(
  tx: Db,
  webhook: queries.WebhookRow,
  { now, because }: { now: number; because: keyof typeof REASONS },
): Promise<void> {
  if (!(await queries.stopWebhook(tx, webhook._id, now))) return;
  await queries.holdMessages(tx, webhook._id);
  const host = hostOf(webhook);
  await insertChange(tx, {
    about: 'integration',
    subjectid: webhook._id,
    subjectname: host,
    action: 'webhook-stopped',
    actor: null,
    now,
  });
  await insertMails(tx, admins(), {
    kind: 'webhook-stopped',
    ref: `${webhook._id}-${now}`,
    subject: say('webhooks.mail_stopped', { host }),
    letter: {
      reader: 'admin',
      paragraphs: [say(REASONS[because], { host }), say(NEXT[because])],
      button: { label: say('mails.open_integrations'), href: '/admin/integrations' },
    },
    now,
  });
}
