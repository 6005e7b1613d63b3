import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { type Digest, openDigest } from '#server/admin/records/digest.ts';
import type { Value } from '#server/admin/records/whole-tables.ts';
import { forgetBackup } from '#server/database/settings/last-backup.ts';
import { forgetLostLines } from '#server/database/settings/lost-lines.ts';
import type { AllTables } from '#server/database/tables.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { findUntold } from '#tests/support/mails.ts';
import type { Cluster } from '#tests/support/postgres.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { admin, type MadeBackup } from './faults.ts';
import { COPIED, openCopy, type Told } from './traffic.ts';
import { recordsOf, type World } from './world.ts';

type Env = World['env'];
type Db = Kysely<AllTables>;

const DRAIN_MS = 600_000;
const LOOK_MS = 500;
const DUE = `select (select count(*) from mails where workat is not null)
  + (select count(*) from webhookmessages where workat is not null)
  + (select count(*) from webhookevents where workat is not null) as due`;

/** What waits to be sent or worked on. */
async function countDue(env: Env): Promise<number> {
  if (env.DATABASE_URL) {
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query(DUE).finally(() => client.end());
    return Number(rows[0].due);
  }
  const sqlite = new DatabaseSync(join(env.DATA_DIR, 'cadenza.sqlite'), { readOnly: true });
  try {
    return Number(sqlite.prepare(DUE).get()?.due);
  } finally {
    sqlite.close();
  }
}

/** What would be tried again in minutes or hours is tried now, until nothing is left of it; then the school is stopped. */
export async function finishAll(world: World): Promise<void> {
  await world.stop();
  await world.records(async (db) => {
    await db.updateTable('mails').set({ workat: 0 }).where('workat', 'is not', null).execute();
    await db.updateTable('webhookmessages').set({ workat: 0 }).where('workat', 'is not', null).execute();
  });
  await world.start();
  const until = Date.now() + DRAIN_MS;
  do {
    await world.cards.delivered(DRAIN_MS);
    await sleep(LOOK_MS);
  } while ((await countDue(world.env)) > 0 && Date.now() < until);
  await world.stop();
}

/** Lists of which the copy that was kept by `since` is not what a new one has. */
export async function findStaleCopies(
  world: World,
  kept: Awaited<ReturnType<typeof openCopy>>,
): Promise<string[]> {
  await kept.read();
  const fresh = await openCopy(world);
  await fresh.read();
  const byId = (records: Map<string, unknown>) =>
    new Map([...records].sort(([one], [other]) => (one < other ? -1 : 1)));
  return COPIED.filter((noun) => !isDeepStrictEqual(byId(kept.of(noun)), byId(fresh.of(noun))));
}

type Table = 'enrolments' | 'charges' | 'ledger' | 'users' | 'lessonfiles';

/** One sentence for each of these ids that a table has no row of. */
async function findMissing(db: Db, table: Table, ids: Iterable<string>): Promise<string[]> {
  const rows = await db
    .selectFrom(table as 'users')
    .select('_id')
    .execute();
  const there = new Set(rows.map(({ _id }) => _id));
  return [...ids].filter((id) => !there.has(id)).map((id) => `${id} is not in ${table}.`);
}

/** One sentence for each that callers were told of and the records do not know, or that was ended and is there. */
export async function findLost(db: Db, told: Told): Promise<string[]> {
  const enrolments = await db.selectFrom('enrolments').select('_id').execute();
  const files = await db.selectFrom('lessonfiles').select('_id').execute();
  const risen = [
    ...enrolments.filter(({ _id }) => told.cancelled.has(_id)),
    ...files.filter(({ _id }) => told.deletedFiles.has(_id)),
  ];
  const notes = await db.selectFrom('lessonnotes').select('markdown').execute();
  const isNoted = told.notes === '' || notes.some(({ markdown }) => markdown === told.notes);
  return [
    ...risen.map(({ _id }) => `${_id} was ended and is there.`),
    ...(await findMissing(db, 'enrolments', [...told.enrolled, ...told.placed])),
    ...(await findMissing(db, 'charges', told.charges)),
    ...(await findMissing(db, 'ledger', told.movements)),
    ...(await findMissing(db, 'users', told.families.values())),
    ...(await findMissing(db, 'lessonfiles', told.files)),
    ...(isNoted ? [] : [`The notes are not ${told.notes}`]),
  ];
}

/** One sentence for each mail or message that did not arrive, or arrived as another. */
export async function findUnsent(db: Db, world: World): Promise<string[]> {
  const mails = await db.selectFrom('mails').select(['_id', 'kind', 'sentat', 'lasterror']).execute();
  const messages = await db
    .selectFrom('webhookmessages')
    .select(['_id', 'event', 'sentat', 'problem'])
    .execute();
  const arrived = new Set(world.receiver.received.map(({ headers }) => headers['webhook-id']));
  const taken = new Set(world.mailbox.taken);
  return [
    ...mails.flatMap(({ _id, kind, sentat, lasterror }) =>
      sentat === null ? [`mail ${kind} ${_id} was not sent: ${lasterror}`] : [],
    ),
    ...(taken.size === mails.length ? [] : [`${taken.size} mails arrived of ${mails.length}`]),
    ...messages.flatMap(({ _id, event, sentat, problem }) =>
      sentat === null ? [`message ${event} ${_id} was not sent: ${problem}`] : [],
    ),
    ...(arrived.size === messages.length ? [] : [`${arrived.size} messages arrived of ${messages.length}`]),
    ...(await findUntold(db)),
  ];
}

/** How often one came again under the id that it had before: where a process died between sending it and writing that down. */
export const countRepeated = ({ mailbox: { taken } }: World) => taken.length - new Set(taken).size;

/** What the school's records and the card service's do not agree on. */
export const findWrongBooks = (db: Db, { cards }: World) => findDifferences(db, cards.db);

/** What `admin doctor` finds wrong. */
export async function findIll(env: Env): Promise<string[]> {
  const { findings }: { findings: { about: string; state: string; says: string }[] } = await admin(
    env,
    'doctor',
  );
  return findings.flatMap(({ about, state, says }) => (state === 'wrong' ? `${about}: ${says}` : []));
}

/** Restores a backup into empty records of the same kind, lets `look` look at them, and removes them. */
async function restored<T>({ env, cluster }: Kind, file: string, look: (env: Env) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-soak-'));
  const { DATABASE_URL: _, ...rest } = env;
  const to: Env = {
    ...rest,
    DATA_DIR: folder,
    ...(cluster && { DATABASE_URL: await makePostgresDatabase(cluster.url) }),
  };
  try {
    const { ok } = await admin(to, 'restore', file);
    if (!ok) throw new Error(`${file} was not restored.`);
    return await look(to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Kind = { env: Env; cluster: Cluster | undefined };

/** What is wrong with a backup that was made under load: what is not in it, and what `doctor` says of it. */
export const findFaultsOfBackup = (
  kind: Kind,
  { file, before }: MadeBackup,
): Promise<{ missing: string[]; ill: string[] }> =>
  restored(kind, file, async (to) => {
    const missing = await recordsOf(to)(async (db) => [
      ...(await findMissing(db, 'enrolments', [...before.enrolled, ...before.placed])),
      ...(await findMissing(db, 'charges', before.charges)),
      ...(await findMissing(db, 'ledger', before.movements)),
    ]);
    return { missing, ill: await findIll(to) };
  });

/** Each table, as how many rows it has and what they add up to. */
async function digests(db: Db) {
  // What is true of these records alone goes with no backup, nor does the moment at which a table was made.
  await forgetBackup(db);
  await forgetLostLines(db);
  const tables = await db.introspection.getTables();
  const sums: Record<string, Digest> = {};
  for (const { name } of tables.filter((table) => !table.name.endsWith('_migrations'))) {
    const digest = openDigest();
    const rows = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    digest.add(rows.map((row) => Object.entries(row).sort().flat() as Value[]));
    sums[name] = digest.read();
  }
  return sums;
}

/** The tables of a backup of the stopped school that are not what the school has, once it is restored. */
export async function findOtherTables(kind: Kind, folder: string): Promise<string[]> {
  const file = join(folder, 'last.backup');
  await admin(kind.env, 'backup', file);
  const original = await recordsOf(kind.env)(digests);
  const copy = await restored(kind, file, (to) => recordsOf(to)(digests));
  return Object.keys({ ...original, ...copy }).filter(
    (name) => !isDeepStrictEqual(original[name], copy[name]),
  );
}

/** How many connections to its database a school has. */
export async function countDatabaseConnections({ DATABASE_URL }: Env): Promise<number> {
  if (!DATABASE_URL) return 0;
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  const { rows } = await client
    .query(
      `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .finally(() => client.end());
  return Number(rows[0].count);
}
