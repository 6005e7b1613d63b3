import { type Expression, sql } from 'kysely';
import type { WebhookEvent } from '#contract/webhooks/calls.ts';
import { newId } from '#server/database/ids.ts';
import { type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';

export type WebhookRow = Row<'webhooks'>;
export type MessageRow = Row<'webhookmessages'>;

const DAY_MS = 24 * 60 * 60_000;
/** How long the log goes back. */
const KEPT_MS = 30 * DAY_MS;

/** As `IdentityProvider.currentEpoch`. */
export type CurrentEpoch = Expression<number | null> | undefined;

type NewWebhook = Pick<WebhookRow, 'url' | 'secret' | 'ownerid'> & { events: readonly WebhookEvent[] };

export async function insertWebhook(
  tx: Db,
  { events, now, ...webhook }: NewWebhook & { now: number },
): Promise<WebhookRow> {
  return tx
    .insertInto('webhooks')
    .values({
      ...webhook,
      _id: newId(now),
      events: ` ${events.join(' ')} `,
      createdat: now,
      failingsince: null,
      stoppedat: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const eventsOf = ({ events }: Pick<WebhookRow, 'events'>) =>
  events.trim().split(' ') as WebhookEvent[];

/** Every webhook with who added it, the newest first. */
export async function findWebhooks(db: Db) {
  const webhooks = await db
    .selectFrom('webhooks')
    .leftJoin('users', 'users._id', 'webhooks.ownerid')
    .selectAll('webhooks')
    .select('users.name as madeby')
    .orderBy('webhooks._id', 'desc')
    .execute();
  return webhooks.map((webhook) => ({ ...webhook, events: eventsOf(webhook) }));
}

export async function findWebhook(db: Db, id: string) {
  return db.selectFrom('webhooks').selectAll().where('_id', '=', id).executeTakeFirst();
}

/** The webhooks that an account added. */
export async function findWebhooksOf(db: Db, ownerid: string): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('ownerid', '=', ownerid).orderBy('_id').execute();
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a webhook and all that it was or was to be told. */
export async function deleteWebhook(tx: Db, id: string) {
  await tx.deleteFrom('webhookmessages').where('webhookid', '=', id).execute();
  return tx.deleteFrom('webhooks').where('_id', '=', id).returningAll().executeTakeFirst();
}

/** Notes that nothing arrives, once; gives since when. */
export async function markFailing(tx: Db, id: string, now: number): Promise<number> {
  const webhook = await tx
    .updateTable('webhooks')
    .set((eb) => ({ failingsince: eb.fn.coalesce('failingsince', eb.val(now)) }))
    .where('_id', '=', id)
    .returning('failingsince')
    .executeTakeFirst();
  return webhook?.failingsince ?? now;
}

/** Notes that messages arrive. */
export async function markArriving(db: Db, id: string) {
  await db
    .updateTable('webhooks')
    .set({ failingsince: null })
    .where('_id', '=', id)
    .where('failingsince', 'is not', null)
    .execute();
}

/** Stops a webhook that is on; undefined when it was stopped before. */
export async function stopWebhook(tx: Db, id: string, now: number) {
  return tx
    .updateTable('webhooks')
    .set({ stoppedat: now })
    .where('_id', '=', id)
    .where('stoppedat', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Switches a webhook on that was stopped, as that of who does; undefined when it is on. */
export async function startWebhook(tx: Db, id: string, ownerid: string) {
  return tx
    .updateTable('webhooks')
    .set({ stoppedat: null, failingsince: null, ownerid })
    .where('_id', '=', id)
    .where('stoppedat', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/** Lets what has not arrived wait until the webhook is switched on again. */
export async function holdMessages(tx: Db, webhookid: string) {
  await tx
    .updateTable('webhookmessages')
    .set({ workat: null })
    .where('webhookid', '=', webhookid)
    .where('workat', 'is not', null)
    .execute();
}

/** Has all sent that has not arrived. */
export async function releaseMessages(tx: Db, webhookid: string, now: number) {
  await tx
    .updateTable('webhookmessages')
    .set({ workat: now, attempts: 0 })
    .where('webhookid', '=', webhookid)
    .where('workat', 'is', null)
    .where('sentat', 'is', null)
    .execute();
}

/** Webhooks with something to send now, of accounts that are not disabled. */
export async function findDueWebhooks(
  db: Db,
  { now, currentEpoch }: { now: number; currentEpoch: CurrentEpoch },
): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll('webhooks')
    .$if(currentEpoch !== undefined, (webhooks) =>
      webhooks.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('users')
              .select('users._id')
              .whereRef('users._id', '=', 'webhooks.ownerid')
              .where(sql<boolean>`${currentEpoch} is null`),
          ),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookmessages')
          .select('webhookmessages._id')
          .whereRef('webhookid', '=', 'webhooks._id')
          .where('workat', '<=', now),
      ),
    )
    .execute();
}

export async function findDueMessages(
  db: Db,
  { webhookid, now, limit }: { webhookid: string; now: number; limit: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('webhookmessages')
    .selectAll()
    .where('webhookid', '=', webhookid)
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();
}

/** Takes a message; undefined when another process was first. */
export async function leaseMessage(db: Db, { _id, workat }: MessageRow, lease: Lease) {
  return db
    .updateTable('webhookmessages')
    .set((eb) => ({ ...lease, attempts: eb('attempts', '+', 1) }))
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .returningAll()
    .executeTakeFirst();
}

type Result = Partial<Pick<MessageRow, 'workat' | 'sentat' | 'status' | 'problem'>>;

/** Writes down what became of a message that is still leased. */
export async function updateLeased(db: Db, { _id, workat }: MessageRow, result: Result) {
  await db
    .updateTable('webhookmessages')
    .set(result)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .execute();
}

/** Has a message sent again; false where there is none. */
export async function resendMessage(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookmessages')
    .set({ workat: now, sentat: null, attempts: 0 })
    .where('_id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A message as the log shows it. */
export async function findMessage(db: Db, id: string) {
  return db
    .selectFrom('webhookmessages')
    .selectAll()
    .select('workat as nextat')
    .where('_id', '=', id)
    .executeTakeFirst();
}

/** A page of the log, the newest first, of one webhook or of all. */
export async function findMessages(db: Db, { webhook, ...ask }: PageQuery & { webhook?: string }) {
  const query = db
    .selectFrom('webhookmessages')
    .selectAll()
    .select('workat as nextat')
    .$if(webhook !== undefined, (q) => q.where('webhookid', '=', webhook ?? ''));
  return takePage(query, ask);
}

/** Deletes what is not waiting to be sent and speaks of an account. */
export async function deleteMessagesAbout(tx: Db, userid: string) {
  await tx.deleteFrom('webhookmessages').where('userid', '=', userid).where('workat', 'is', null).execute();
}

/** Deletes a message that was sent, where the account that it speaks of was deleted meanwhile. */
export async function deleteIfErased(db: Db, id: string) {
  await db
    .deleteFrom('webhookmessages')
    .where('_id', '=', id)
    .where('workat', 'is', null)
    .where('userid', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('users').select('users._id').whereRef('users._id', '=', 'webhookmessages.userid')),
      ),
    )
    .execute();
}

export async function deleteOldMessages(db: Db, now: number) {
  await db
    .deleteFrom('webhookmessages')
    .where('createdat', '<', now - KEPT_MS)
    .execute();
}
