import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { WebhookPayload } from '#contract/webhooks/schema.ts';
import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';

/** What happened, in cents and epoch milliseconds. */
type Happening = z.output<typeof WebhookPayload>;

type Options = {
  /** What makes it one thing: the same is told once, however often it is tried. */
  ref: string;
  /** The account that it speaks of. */
  userid?: string | null;
};

/**
 * Writes a message for every webhook that wants to know; call it in the transaction in which it happens, so
 * that it is told if and only if it happened. One statement, and no row where the school has no webhook.
 */
export async function notifyWebhooks(tx: Db, happening: Happening, options: Options): Promise<void> {
  await addMessages(tx, { ...messageOf(happening, options), wanted: ` ${happening.type} ` });
}

const addMessages = prepared((_, message: Message & { wanted: string }) =>
  messagesFor(message, {
    wanted: sql`replace(events, ${message.wanted}, '') <> events`,
    workat: sql`case when stoppedat is null then cast(${message.now} as bigint) end`,
  }),
);

/** Writes a message of the type `test` for one webhook, even one that was stopped; gives its id. */
export async function insertTest(tx: Db, webhookid: string, now: number): Promise<string> {
  const ref = newId(now);
  const happening = { type: 'test' as const, timestamp: now, data: { webhookid } };
  const test = messagesFor(messageOf(happening, { ref }), {
    wanted: sql`_id = ${webhookid}`,
    workat: sql`cast(${now} as bigint)`,
  });
  await test.execute(tx);
  return `${ref}-${webhookid}`;
}

type Message = Record<'id' | 'type' | 'ref' | 'body', string> & { userid: string | null; now: number };

/**
 * The id of a message, made of one of its own and the webhook's, is its `webhook-id`, which has no full stop
 * in it.
 */
function messageOf(happening: Happening, { ref, userid = null }: Options): Message {
  const { type, timestamp: now } = happening;
  const body = JSON.stringify(z.encode(WebhookPayload, happening));
  return { id: `${type === 'test' ? ref : newId(now)}-`, type, ref, userid, body, now };
}

function messagesFor(
  { id, type, ref, userid, body, now }: Message,
  { wanted, workat }: Record<'wanted' | 'workat', RawBuilder<unknown>>,
) {
  const text = (value: string | null) => sql`cast(${value} as text)`;
  return sql`insert into webhookmessages (_id, webhookid, event, ref, userid, body, workat, attempts, createdat)
    select ${text(id)} || _id, _id, ${text(type)}, ${text(ref)}, ${text(userid)}, ${text(body)}, ${workat},
      0, cast(${now} as bigint)
    from webhooks where ${wanted} on conflict do nothing`;
}
