import { sql } from 'kysely';
import type { Db, OrderState } from '#server/database/schema.ts';
import { readLastBackup } from '#server/database/settings/last-backup.ts';

/**
 * A queue of work: how much of it there is, and since when the first of it is due (epoch milliseconds), where
 * any is.
 */
type Queue = { length: number; dueSince: number | undefined };

const QUEUES = ['orders', 'mails', 'webhookevents'] as const;

/** States in which work is left; the others are final, and grow every day. */
const OPEN_STATES = ['held', 'intent', 'expiring', 'refund_due'] as const satisfies readonly OrderState[];

export type Figures = {
  orders: ReadonlyMap<string, number>;
  attention: number;
  users: ReadonlyMap<string, number>;
  queues: ReadonlyMap<(typeof QUEUES)[number], Queue>;
  backupAt: number | undefined;
};

/**
 * What the records say of the school's work at `now`. Each question is answered by what is open, never by all
 * that there has been.
 */
export async function readFigures(db: Db, now: number): Promise<Figures> {
  const queues = new Map<(typeof QUEUES)[number], Queue>();
  for (const table of QUEUES) queues.set(table, await readQueue(db, table, now));
  const roles = await db.selectFrom('rolecounts').selectAll().execute();
  return {
    orders: await countOpenOrders(db),
    attention: await countAttention(db),
    users: new Map(roles.map(({ role, count }) => [role, Number(count)])),
    queues,
    backupAt: await readLastBackup(db),
  };
}

async function countOpenOrders(db: Db): Promise<Map<string, number>> {
  const counted = await db
    .selectFrom('orders')
    .select((of) => ['state', of.fn.countAll<number>().as('count')])
    // Asks for a range, which SQLite finds in the index.
    .where('workat', '>=', 0)
    .groupBy('state')
    .execute();
  const found = new Map<string, number>(counted.map(({ state, count }) => [state, Number(count)]));
  return new Map([...OPEN_STATES.map((state): [string, number] => [state, 0]), ...found]);
}

/** Payments, of which one may be for several orders. */
async function countAttention(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(distinct coalesce(checkoutid, _id))`.as('count'))
    .where('attention', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function readQueue(db: Db, table: (typeof QUEUES)[number], now: number): Promise<Queue> {
  const { count, since } = await db
    .selectFrom(table)
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('workat').as('since')])
    .where('workat', '<=', now)
    .executeTakeFirstOrThrow();
  return { length: Number(count), dueSince: since === null ? undefined : Number(since) };
}
