import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessTokens } from '#server/auth/access-tokens.ts';
import { tokenKeys } from '#server/auth/token-keys.ts';
import { readConfig } from '#server/config/config.ts';
import { openPostgres, openSqlite } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { callsTo, pay, record, rush, type Shop, wishesFor } from '#tests/support/enrolling.ts';
import { addClass, addStudents } from '#tests/support/faulty-school.ts';
import { type Cluster, startCluster } from '#tests/support/postgres.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/*
 * A school of 100 000 enrolments is backed up while students enrol in it; what each backup restores adds up,
 * and has all that was acknowledged when it began.
 */

const ROOT = join(import.meta.dirname, '..');
const BACKUPS = Number(process.env.FAULT_ROUNDS ?? 1);
const STUDENTS = 200;
const CLASSES = 100;
const SEATS = 10_000;

type Env = Record<string, string> & { DATA_DIR: string };

/** Runs a script to its end, whatever that is, while this process goes on; gives what it said. */
const run = (env: Env, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env } };
    execFile(process.execPath, args, options, (_, said) => resolve(said));
  });
const admin = async (env: Env, ...args: string[]) =>
  JSON.parse(await run(env, join('build', 'school', 'admin.js'), ...args, '--json'));

/** A place without records. */
async function makePlace(cluster: Cluster | undefined): Promise<Env> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'cadenza-backup-'));
  return { DATA_DIR, ...(cluster && { DATABASE_URL: await makePostgresDatabase(cluster.url) }) };
}

/** Looks into records, and changes them, while no school runs on them. */
async function records<T>(
  env: Env,
  look: (db: ReturnType<typeof openSqlite<AllTables>>['db']) => Promise<T>,
) {
  const { db, close } = env.DATABASE_URL
    ? openPostgres<AllTables>(env.DATABASE_URL, { onCut: () => {} })
    : openSqlite<AllTables>(env.DATA_DIR);
  return look(db).finally(close);
}

const countEnrolments = (env: Env) =>
  records(env, async (db) => (await db.selectFrom('enrolments').select('_id').execute()).length);

/** Adds students, signed in, and classes for them. */
const stock = (env: Env) =>
  records(env, async (db): Promise<Omit<Shop, 'call'>> => {
    const tokens = accessTokens({ keys: tokenKeys(db, Date.now), now: Date.now, lifetimeS: 3600 });
    const students = [];
    for (const claims of await addStudents(db, STUDENTS))
      students.push({ email: claims.email, token: await tokens.issue(claims) });
    const classes: string[] = [];
    for (let at = 0; at < CLASSES; at++) classes.push(await addClass(db, SEATS));
    return { students, classes, publishableKey: readConfig(env).cards.publishableKey };
  });

/** Enrols until `isOver` says so, and says so each time. */
async function enrol(shop: Shop, { isOver, enrolled }: { isOver(): boolean; enrolled(): void }) {
  await rush(wishesFor(shop, shop.classes), async (wish) => {
    if (isOver()) return;
    await record(shop, await pay(shop, wish));
    enrolled();
  });
}

/** What is wrong with the school that a backup restores, and how many enrolments it has. */
async function restore(file: string, cluster: Cluster | undefined) {
  const to = await makePlace(cluster);
  const { ok } = await admin(to, 'restore', file);
  const { findings }: { findings: { about: string; state: string }[] } = await admin(to, 'doctor');
  const wrong = findings.flatMap(({ about, state }) => (state === 'wrong' ? about : []));
  const enrolments = await countEnrolments(to);
  rmSync(to.DATA_DIR, { recursive: true });
  return { wrong: ok ? wrong : ['It was not restored.'], enrolments };
}

async function prove(cluster?: Cluster) {
  const from = await makePlace(cluster);
  await run(from, join('server', 'seed.ts'), '--size', 'medium');
  const stocked = await stock(from);
  const before = await countEnrolments(from);
  const school = spawnSchool(from);
  const shop = { ...stocked, call: callsTo(await school.listening) };

  let acknowledged = 0;
  let isOver = false;
  const enrolling = enrol(shop, { isOver: () => isOver, enrolled: () => acknowledged++ });
  const backups: { file: string; bytes: number; atLeast: number }[] = [];
  for (let at = 0; at < BACKUPS; at++) {
    const file = join(from.DATA_DIR, `${at}.backup`);
    const atLeast = before + acknowledged;
    await admin(from, 'backup', file);
    backups.push({ file, bytes: statSync(file).size, atLeast });
  }
  isOver = true;
  await enrolling;
  await stopSchool(school);

  const restored = [];
  for (const { file, atLeast } of backups) restored.push({ atLeast, ...(await restore(file, cluster)) });
  rmSync(from.DATA_DIR, { recursive: true });
  const wrong = restored.flatMap((one) => one.wrong);
  const lost = restored.reduce((sum, { atLeast, enrolments }) => sum + Math.max(0, atLeast - enrolments), 0);
  report({
    [`enrolments in the first backup of ${cluster ? 'PostgreSQL' : 'SQLite'}`]: restored[0]?.enrolments ?? 0,
    'backups made and restored': restored.length,
    'megabytes of a backup': ((backups[0]?.bytes ?? 0) / 1e6).toFixed(0),
    'enrolments acknowledged meanwhile': acknowledged,
    'of those acknowledged before a backup began, not in it': lost,
    'things that `doctor` finds wrong in what was restored': wrong.length,
  });
  assert.ok(acknowledged > 0);
  assert.deepEqual(wrong, []);
  assert.equal(lost, 0);
}

await prove();
const cluster = await startCluster({ durable: true });
await prove(cluster).finally(() => cluster.stop());
