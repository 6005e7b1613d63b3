import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { WebhookEvent } from '#contract/webhooks/calls.ts';
import { newId } from '#server/database/ids.ts';
import { type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';

export type WebhookRow = Row<'webhooks'>;
export type MessageRow = Row<'webhookmessages'>;

const DAY_MS = 24 * 60 * 60_000;
/** How long the log goes back. */
const KEPT_MS = 30 * DAY_MS;

/** As `IdentityProvider.currentEpoch`. */
export type CurrentEpoch = Expression<number | null> | undefined;

type NewWebhook = Pick<WebhookRow, 'url' | 'secret' | 'ownerid'> & {
  /** 1; an older one is for tests of what receivers of before 0.3.0 get. */
  version?: number;
  events: readonly WebhookEvent[];
};

export async function insertWebhook(
  tx: Db,
  { events, now, version = 1, ...webhook }: NewWebhook & { now: number },
): Promise<WebhookRow> {
  return tx
    .insertInto('webhooks')
    .values({
      ...webhook,
      version,
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

/** The same; it stays as it is until the transaction ends. */
export async function lockWebhook(tx: Db, id: string) {
  return tx.selectFrom('webhooks').selectAll().where('_id', '=', id).forUpdate().executeTakeFirst();
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

/** Switches a webhook on, as the account's that does. */
export async function startWebhook(tx: Db, id: string, ownerid: string) {
  return tx
    .updateTable('webhooks')
    .set({ stoppedat: null, failingsince: null, ownerid })
    .where('_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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

/**
 * Has all sent that has not arrived at a webhook that was stopped. Of notices that were given up only
 * those since which nothing has arrived: what followed the others of their subjects did.
 */
export async function releaseMessages(tx: Db, { _id: webhookid, failingsince }: WebhookRow, now: number) {
  await tx
    .updateTable('webhookmessages')
    .set((eb) => ({ workat: now, attempts: 0, givenupat: null, dueat: dueAgain(eb, now) }))
    .where('webhookid', '=', webhookid)
    .where('workat', 'is', null)
    .where('sentat', 'is', null)
    .where((eb) => eb.or([eb('givenupat', 'is', null), eb('givenupat', '>=', failingsince ?? now)]))
    .execute();
}

/** A notice that is to be sent again has its day anew; a message of version 0 has none. */
const dueAgain = (eb: ExpressionBuilder<Database, 'webhookmessages'>, now: number) =>
  eb.case().when('sequence', 'is', null).then(null).else(now).end();

/**
 * What may be sent now: of each subject the first alone that waits, is being sent or is tried again. To a
 * webhook that is stopped tests go, and of version 0 what an admin sends again.
 */
function dueMessages(db: Db, now: number) {
  return db
    .selectFrom('webhookmessages as due')
    .where('due.workat', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhookmessages as earlier')
            .select('earlier._id')
            .whereRef('earlier.webhookid', '=', 'due.webhookid')
            .whereRef('earlier.subject', '=', 'due.subject')
            .whereRef('earlier.sequence', '<', 'due.sequence')
            .where('earlier.workat', 'is not', null),
        ),
      ),
    );
}

/** Of a webhook that is stopped notices wait until it is on again, whatever was written meanwhile. */
const mayGo = sql<boolean>`(webhooks.stoppedat is null or webhooks.version = 0 or due.subject is null)`;

/** Webhooks with something to send now, of accounts that are not disabled. */
export async function findDueWebhooks(
  db: Db,
  { now, currentEpoch }: { now: number; currentEpoch: CurrentEpoch },
): Promise<WebhookRow[]> {
  // One message of each, which an index finds: for `exists`, PostgreSQL would join all that wait.
  const first = dueMessages(db, now)
    .select('due._id')
    .whereRef('due.webhookid', '=', 'webhooks._id' as never)
    .where(mayGo)
    .limit(1);
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
    .where((eb) => eb(first, 'is not', null))
    .execute();
}

export async function findDueMessages(
  db: Db,
  { webhookid, now, limit }: { webhookid: string; now: number; limit: number },
): Promise<MessageRow[]> {
  return dueMessages(db, now)
    .innerJoin('webhooks', 'webhooks._id', 'due.webhookid')
    .selectAll('due')
    .where('due.webhookid', '=', webhookid)
    .where(mayGo)
    .orderBy('due.workat')
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

type Result = Partial<Pick<MessageRow, 'workat' | 'sentat' | 'givenupat' | 'status' | 'problem'>>;

/** Writes down what became of a message that is still leased. */
export async function updateLeased(db: Db, { _id, workat }: MessageRow, result: Result) {
  await db
    .updateTable('webhookmessages')
    .set(result)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .execute();
}

/** Has a message sent again. */
export async function resendMessage(tx: Db, id: string, now: number): Promise<void> {
  await sendAgain(tx, now).where('_id', '=', id).execute();
}

/**
 * Has sent again what happened in a range and has arrived or was given up; gives how much. What waits comes in
 * any case.
 */
export async function redeliver(
  tx: Db,
  { webhookid, from, to, now }: { webhookid: string; from: number; to: number; now: number },
): Promise<number> {
  const { numUpdatedRows } = await sendAgain(tx, now)
    .where('webhookid', '=', webhookid)
    .where('createdat', '>=', from)
    .where('createdat', '<=', to)
    .where('workat', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const sendAgain = (tx: Db, now: number) =>
  tx
    .updateTable('webhookmessages')
    .set((eb) => ({ workat: now, sentat: null, attempts: 0, givenupat: null, dueat: dueAgain(eb, now) }));

/** A message as the log shows it. */
export type ShownMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

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

/** Deletes sequences so old that any later moment is higher. */
export async function deleteOldSequences(db: Db, now: number) {
  await db
    .deleteFrom('webhooksubjects')
    .where('sequence', '<', now - KEPT_MS)
    .execute();
}

/**
 * Takes so many sequences of a subject, which no other transaction gets before this one ends; gives the first.
 * `now`: epoch milliseconds.
 */
export async function nextSequence(
  tx: Db,
  { subject, count, now }: { subject: string; count: number; now: number },
): Promise<number> {
  const [row] = await takeSequences(tx, { subject, count, last: now + count - 1 });
  if (!row) throw new Error('An upsert gives its row.');
  return row.sequence - count + 1;
}

const takeSequences = prepared(
  (db, { subject, count, last }: Record<'count' | 'last', number> & { subject: string }) =>
    db
      .insertInto('webhooksubjects')
      .values({ _id: subject, sequence: last })
      .onConflict((c) =>
        c.column('_id').doUpdateSet({
          sequence: sql<number>`case when webhooksubjects.sequence + cast(${count} as bigint) > excluded.sequence
          then webhooksubjects.sequence + cast(${count} as bigint) else excluded.sequence end`,
        }),
      )
      .returning('sequence'),
);
