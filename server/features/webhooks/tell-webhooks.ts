import { sql } from 'kysely';
import * as z from 'zod';
import { WebhookPayload } from '#contract/webhooks.schema.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { unread } from '#server/database/unread.ts';

/** What happened, in cents and epoch milliseconds. */
export type Happening = z.output<typeof WebhookPayload>;

type Options = {
  /** What makes it one thing: the same is told once, however often it is tried. */
  ref: string;
  /** The account that it speaks of. */
  userid?: string | null;
};

/**
 * Writes a message for every webhook that wants to know; call it in the transaction in which it happens, so that it is told if and only
 * if it happened. One statement, and no row where the school has no webhook.
 */
export async function tellWebhooks(tx: Db, happening: Happening, options: Options): Promise<void> {
  const { type, timestamp: now } = happening;
  await insertMessages(tx, happening, {
    ...options,
    wanted: sql`replace(events, ${` ${type} `}, '') <> events`,
    workat: sql`case when stoppedat is null then cast(${now} as bigint) end`,
  });
}

/** Writes a message of the type `test` for one webhook, even one that was stopped; gives its id. */
export async function insertTest(tx: Db, webhookid: string, now: number): Promise<string> {
  const ref = newId(now);
  const happening = { type: 'test' as const, timestamp: now, data: { webhookid } };
  await insertMessages(tx, happening, {
    ref,
    wanted: sql`_id = ${webhookid}`,
    workat: sql`cast(${now} as bigint)`,
  });
  return `${ref}-${webhookid}`;
}

type Insert = Options & { wanted: ReturnType<typeof sql>; workat: ReturnType<typeof sql> };

/** The id of a message, made of one of its own and the webhook's, is its `webhook-id`, which has no full stop in it. */
async function insertMessages(
  tx: Db,
  happening: Happening,
  { ref, userid = null, wanted, workat }: Insert,
): Promise<void> {
  const { type, timestamp: now } = happening;
  const body = JSON.stringify(z.encode(WebhookPayload, happening));
  const id = type === 'test' ? ref : newId(now);
  const text = (value: string | null) => sql`cast(${value} as text)`;
  const messages = sql`insert into webhookmessages (_id, webhookid, event, ref, userid, body, workat, attempts, createdat)
    select ${text(`${id}-`)} || _id, _id, ${text(type)}, ${text(ref)}, ${text(userid)}, ${text(body)}, ${workat},
      0, cast(${now} as bigint)
    from webhooks where ${wanted} on conflict do nothing`;
  await tx.executeQuery(unread(messages.compile(tx)));
}
