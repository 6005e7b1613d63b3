import type { WebhookEvent } from '#contract/webhooks/calls.ts';
import { newId } from '#server/database/ids.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import { type Happening, noticeOf, payloadOf } from './notices.ts';
import { nextSequence, type WebhookRow } from './queries.ts';

type Options = {
  /** What makes it one thing: the same is told once, however often it is tried. By default it is another. */
  ref?: string;
  /** The account that it speaks of. */
  userid?: string | null;
};

type Told = { happening: Happening } & Options;
type Message = NewRow<'webhookmessages'> & { subject: string | null };

/** Rows of one statement: PostgreSQL takes 65 535 values. */
const ROWS_AT_ONCE = 500;

/**
 * Writes a message for every webhook that wants to know; call it in the transaction in which it happens, so
 * that it is told if and only if it happened. One statement where the school has no webhook for it.
 */
export const notifyWebhooks = (tx: Db, happening: Happening, options: Options = {}): Promise<void> =>
  notifyWebhooksOfAll(tx, [{ happening, ...options }]);

/** The same of all that one act does, however much it is; of one subject in this order. */
export async function notifyWebhooksOfAll(tx: Db, all: readonly Told[]): Promise<void> {
  if (all.length === 0) return;
  const webhooks = await findReceivers(tx, {});
  const messages = all.flatMap((told) =>
    webhooks
      .filter(({ events }) => events.includes(` ${told.happening.type} `))
      .map((webhook) => messageOf(webhook, told)),
  );
  await insertMessages(tx, messages);
}

/** Whether a webhook wants to know of an event, for what takes a look to know whether it happened. */
export const isWanted = async (tx: Db, type: WebhookEvent): Promise<boolean> =>
  (await findReceivers(tx, {})).some(({ events }) => events.includes(` ${type} `));

/** All of them, as a school has twenty at most. */
const findReceivers = prepared((db) => db.selectFrom('webhooks').selectAll());

/** Writes a message of the type `test` for one webhook, even one that was stopped; gives its id. */
export async function insertTest(tx: Db, webhook: WebhookRow, now: number): Promise<string> {
  const happening = { type: 'test' as const, timestamp: now, data: { webhookid: webhook._id } };
  const message = messageOf(webhook, { happening });
  await insertMessages(tx, [{ ...message, workat: now }]);
  return message._id;
}

/**
 * The id of a message, made of one of its own and the webhook's, is its `webhook-id`, which has no full stop
 * in it.
 */
function messageOf(webhook: WebhookRow, { happening, ref, userid = null }: Told): Message {
  const { type, timestamp: now } = happening;
  const _id = `${newId(now)}-${webhook._id}`;
  const isNotice = webhook.version === 1;
  const notice = isNotice ? noticeOf(happening) : { subject: null, body: payloadOf(happening) };
  return {
    ...notice,
    _id,
    webhookid: webhook._id,
    event: type,
    ref: ref ?? _id,
    userid,
    workat: webhook.stoppedat === null ? now : null,
    dueat: isNotice ? now : null,
    // A test has no subject: its moment is its sequence.
    sequence: isNotice ? now : null,
    sentat: null,
    attempts: 0,
    status: null,
    problem: null,
    createdat: now,
  };
}

/**
 * Counts them for their subjects, of which each is locked until the transaction ends: what commits later has
 * a higher sequence, in whichever process. Subjects in the order of their names, so that two that speak of
 * the same ones do not lock each other out.
 */
async function insertMessages(tx: Db, messages: readonly Message[]): Promise<void> {
  const bySubject = Map.groupBy(messages, ({ subject }) => subject);
  const subjects = [...bySubject.keys()].filter((subject) => subject !== null).sort();
  for (const subject of subjects) {
    const some = bySubject.get(subject) ?? [];
    const first = await nextSequence(tx, { subject, count: some.length, now: some[0]?.createdat ?? 0 });
    for (const [at, message] of some.entries()) message.sequence = first + at;
  }
  for (const rows of chunksOf(messages, ROWS_AT_ONCE)) await insert(tx, rows);
}

const insert = (tx: Db, rows: readonly Message[]) =>
  tx
    .insertInto('webhookmessages')
    .values(rows)
    .onConflict((c) => c.columns(['webhookid', 'event', 'ref']).doNothing())
    .execute();
