import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { accessTokens } from '#server/auth/access-tokens.ts';
import { tokenKeys } from '#server/auth/token-keys.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate, type OpenDatabase, openPostgres, openSqlite } from '#server/database/open.ts';
import { SEEDED } from '#server/database/seed/seed.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import { openSchool } from '#server/school.ts';
import { callsTo, type Shop } from '#tests/support/enrolling.ts';
import { addClass, addStudents, type FaultyStart } from '#tests/support/faulty-school.ts';
import { freePort, startCluster } from '#tests/support/postgres.ts';
import type { Server } from './process.ts';

/* A school with students and classes, to be measured as a process of its own. */

export type Kind = 'sqlite' | 'postgres';
/** A statement as it went to the database. */
export type Statement = { sql: string; parameters: readonly unknown[] };

const SEATS = 10_000;

export type Records = Awaited<ReturnType<typeof makeRecords>>;

/**
 * Records of a school on a database of its own that keeps everything it has acknowledged, as in production.
 */
export async function makeRecords(kind: Kind) {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const cluster = kind === 'postgres' ? await startCluster({ durable: true }) : undefined;
  const databaseUrl = cluster && (await makeDatabase(cluster.url, 'bench'));
  const env = {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const open = (log?: (statement: Statement) => void): OpenDatabase<AllTables> => {
    const options = { log: log && (({ query }: { query: Statement }) => log(query)), onCut: () => {} };
    return databaseUrl ? openPostgres(databaseUrl, options) : openSqlite(folder, options);
  };
  return {
    kind,
    env,
    databaseUrl,
    file: join(folder, 'cadenza.sqlite'),
    /** Lets `work` look into the records and change them, while no school is open. */
    async change<T>(work: (db: Kysely<AllTables>) => Promise<T>): Promise<T> {
      const { db, close } = open();
      return work(db).finally(close);
    },
    /** Lets the school do something in this process, and gives the statements that this took. */
    async statementsOf(work: (school: Awaited<ReturnType<typeof openSchool>>) => Promise<unknown>) {
      const statements: Statement[] = [];
      let isOn = false;
      const database = open((statement) => isOn && statements.push(statement));
      const school = await openSchool(readConfig(env), { database });
      await school.app.ready();
      isOn = true;
      await work(school);
      isOn = false;
      await school.close();
      return statements;
    },
    async remove() {
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty database in a cluster; gives its address. `name`: a plain word. */
export async function makeDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${url}/${name}`;
}

/** Adds students and classes. */
export function stock(records: Records, count: { students: number; classes: number }) {
  return records.change(async (db) => {
    for (const tables of TABLES) await migrate(db, tables);
    // A school that is no demo opens in production alone, where limits and keys are real.
    await db
      .insertInto('settings')
      .values({ key: SEEDED, value: '0' })
      .onConflict((c) => c.doNothing())
      .execute();
    const tokens = accessTokens({ keys: tokenKeys(db, Date.now), now: Date.now, lifetimeS: 3600 });
    const students = [];
    for (const claims of await addStudents(db, count.students))
      students.push({ email: claims.email, token: await tokens.issue(claims) });
    const classes: string[] = [];
    for (let at = 0; at < count.classes; at++) classes.push(await addClass(db, SEATS));
    return { students, classes, publishableKey: readConfig(records.env).cards.publishableKey };
  });
}

/** The school as a process, with or without what follows the requests. */
export async function serve({ env }: Records, { workers = true } = {}): Promise<Server> {
  const start: FaultyStart = { env, port: await freePort(), offsetMs: 0, workers };
  const main = join(import.meta.dirname, '..', '..', 'tests', 'support', 'school-main.ts');
  return startServer([main, JSON.stringify(start)], `http://127.0.0.1:${start.port}`);
}

/** Runs a script of Node's that writes one line when it listens; by default where and as this process runs. */
export async function startServer(
  argv: readonly string[],
  url: string,
  surroundings: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Server> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'], ...surroundings });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${argv[0]} ended with ${code} before it listened.`);
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid ?? 0, stop };
}

export const shopAt = (server: Server, stocked: Awaited<ReturnType<typeof stock>>): Shop => ({
  ...stocked,
  call: callsTo(server.url),
});
