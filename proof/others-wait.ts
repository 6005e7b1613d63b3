import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { accessTokens } from '#server/auth/access-tokens.ts';
import { tokenKeys } from '#server/auth/token-keys.ts';
import { openSqlite } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { FAMILY_COLUMNS, familiesFile } from '#tests/support/families-file.ts';
import { addStudents } from '#tests/support/faulty-school.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';
import type { Waits, WatchedSchool } from './others-watch.ts';

/*
 * One person does what takes long, on a large school in one process on SQLite; meanwhile another makes a
 * call, signs in, and a monitor asks whether the school is there.
 */

const ROOT = join(import.meta.dirname, '..');
const PASSWORD = 'Quiet-oboe-7!';
/** What the slowest may take. */
const CALL_MS = 1000;
/** What all but one of a hundred may take: the machine has others to serve, too. */
const HEALTH_MS = 100;
/**
 * An attack goes on for this long, again and again: of one that is over at once the hundredth would be the
 * slowest.
 */
const ATTACK_MS = 4000;

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cadenza-others-'));
const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', DATA_DIR };
await promisify(execFile)(process.execPath, [join('server', 'seed.ts'), '--size', 'medium'], {
  cwd: ROOT,
  env,
});

/** Adds an admin and a student, signed in. */
async function addPeople() {
  const { db, close } = openSqlite<AllTables>(DATA_DIR);
  const tokens = accessTokens({ keys: tokenKeys(db, Date.now), now: Date.now, lifetimeS: 3600 });
  const [admin, student] = await addStudents(db, 2);
  assert.ok(admin && student);
  await db.updateTable('users').set({ role: 'admin' }).where('_id', '=', admin.userid).execute();
  const issued = { admin: await tokens.issue(admin), student: await tokens.issue(student) };
  await close();
  return issued;
}

const tokens = await addPeople();
const school = spawnSchool({ DATA_DIR, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' });
const origin = await school.listening;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers });

/** A call of the identity service from an address; gives its status and what it says. */
async function identity(name: string, body: object, from: string) {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=cadenza-web`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}
const signIn = (email: string, password: string, from: string) =>
  identity('signInWithPassword', { email, password, returnSecureToken: true }, from);

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

const failed: string[] = [];

/** Lets others ask while `attack` goes on, again and again, and tells what they met. */
async function prove(name: string, attack: () => Promise<unknown>) {
  const watcher = new Worker(new URL('others-watch.ts', import.meta.url), {
    workerData: { origin, token: tokens.student, password: PASSWORD } satisfies WatchedSchool,
  });
  const watched = once(watcher, 'message');
  await once(watcher, 'online');
  const began = performance.now();
  let times = 0;
  for (; performance.now() - began < ATTACK_MS; times++) await attack();
  const seconds = (performance.now() - began) / 1000 / times;
  watcher.postMessage('over');
  const [{ health, calls, signIns }] = (await watched) as [Waits];
  report({
    [`${name}: seconds`]: seconds.toFixed(1),
    [`${name}: /healthz, all but one of a hundred, ms`]: at(health, 0.99).toFixed(0),
    [`${name}: the slowest call of another, ms`]: at(calls, 1).toFixed(0),
    [`${name}: the slowest sign-in of another, ms`]: at(signIns, 1).toFixed(0),
  });
  if (at(health, 0.99) > HEALTH_MS || at(calls, 1) > CALL_MS || at(signIns, 1) > CALL_MS) failed.push(name);
}

const read = async (path: string, headers = {}) => {
  const answer = await get(path, headers);
  await answer.arrayBuffer();
  return answer.status;
};
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

try {
  for (const name of ['other', 'attacked'])
    await identity('signUp', { email: `${name}@test.example`, password: PASSWORD }, '203.0.113.9');
  // What the machine itself makes everybody wait, whoever else uses it.
  await prove('no other load', () => sleep(ATTACK_MS));
  await prove('300 wrong passwords at one account, from 200 networks', () =>
    Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        signIn('attacked@test.example', `guess-${i}`, `198.51.100.${i % 200}`),
      ),
    ),
  );
  await prove('100 wrong passwords from one network', () =>
    Promise.all(
      Array.from({ length: 100 }, (_, i) => signIn(`guess${i}@test.example`, 'guess', '198.51.100.250')),
    ),
  );
  await prove('every payment as CSV', () => read('/api/reports/payments.csv', bearer(tokens.admin)));
  await prove('every user in one answer', () => read('/api/users', bearer(tokens.admin)));
  await prove('ten timetables of 62 days, by strangers', () =>
    Promise.all(
      Array.from({ length: 10 }, (_, i) => read(`/api/timetable?from=${day(i - 60)}&to=${day(i + 1)}`)),
    ),
  );
  const form = new FormData();
  form.set('file', new File([familiesFile(20_000).bytes], 'families.csv'));
  form.set('columns', JSON.stringify(FAMILY_COLUMNS));
  await prove('a dry run of an import of 20 000 lines', async () => {
    const answer = await fetch(`${origin}/api/imports?dry=1`, {
      method: 'POST',
      headers: bearer(tokens.admin),
      body: form,
    });
    assert.equal(answer.status, 200, await answer.text());
  });
} finally {
  await stopSchool(school);
  rmSync(DATA_DIR, { recursive: true, force: true });
}
assert.deepEqual(failed, []);
