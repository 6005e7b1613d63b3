import type { Db } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import * as queries from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After so long without any message that arrived, a webhook is stopped. */
const STOP_AFTER_MS = 3 * DAY_MS;
const GONE = 410;
const PROBLEM_MAX = 300;

type Ended = {
  webhook: queries.WebhookRow;
  message: queries.MessageRow;
  answer: { status: number | null; problem: string | null };
  /** When to try again; undefined after the last time. */
  nextat: number | undefined;
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
  const workat = webhook.stoppedat === null ? (nextat ?? null) : null;
  await queries.updateLeased(tx, message, { workat, status, problem: answer.problem.slice(0, PROBLEM_MAX) });
  if (workat === null) await queries.deleteIfErased(tx, message._id);
  const since = await queries.markFailing(tx, webhook._id, now);
  if (status === GONE || now - since >= STOP_AFTER_MS)
    await stopWebhook(tx, webhook, { now, because: 'silence' });
}

/** How people recognise a webhook where its whole address, which may open something, has no place. */
export const hostOf = ({ url }: Pick<queries.WebhookRow, 'url'>) => new URL(url).host;

const REASONS = {
  silence: (host: string) =>
    `The program at ${host} has not taken any message for days, or says that it is gone, so nothing is sent to it any more.`,
  owner: (host: string) =>
    `The account that added the webhook to ${host} was recovered by its owner, lost the rights of an admin or was deleted. Nothing is sent to that program until an admin has looked at it.`,
} as const;

const NEXT = {
  silence:
    'What happens meanwhile is kept for 30 days, and what is older is not sent. Have the program repaired, then switch the webhook on again, and it gets all of that.',
  owner:
    'What happens meanwhile is kept for 30 days, and what is older is not sent. If the program is the school’s, switch the webhook on again, and it gets all of that. If you do not recognise it, delete the webhook.',
} as const;

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
    subject: `The webhook to ${host} was stopped`,
    letter: {
      reader: 'admin',
      paragraphs: [REASONS[because](host), NEXT[because]],
      button: { label: 'Open the integrations', href: '/admin/integrations' },
    },
    now,
  });
}
