import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rehearsal } from '#contract/rehearsal/calls.ts';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { type Cluster, freePort, startCluster } from '#tests/support/postgres.ts';
import { type SchoolProcess, spawnSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/*
 * The copy for rehearsals as what it is: another process, in another folder. What it does to the school's own
 * folder is nothing, and what it leaves is nothing, however it ends.
 */

const WAIT = { timeout: 60_000, interval: 100 };
const TEN_MINUTES_MS = 10 * 60_000;
const ADMIN = { email: 'head@school.example', password: 'Quiet-oboe-7!' };

let dataDir: string;
let temporary: string;
let school: SchoolProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cadenza-rehearsed-'));
  temporary = mkdtempSync(join(tmpdir(), 'cadenza-temporary-'));
});
afterEach(async () => {
  school?.process.kill('SIGKILL');
  await school?.exited;
  school = undefined;
  for (const folder of [dataDir, temporary]) rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<SchoolProcess> {
  const started = spawnSchool({ DATA_DIR: dataDir, TMPDIR: temporary, ...env });
  school = started;
  await started.listening;
  return started;
}

/** Calls a school as an account that signs in as browsers do. */
async function signIn(url: string, { email, password }: { email: string; password: string }, cookie = '') {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  const ask = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body && headers),
        ...(cookie && { cookie }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer is what a test looks into
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const way = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web';
  const { body: known } = await ask('POST', way, { email, password, returnSecureToken: true });
  await ask('POST', '/api/users', { email }, known.idToken);
  const { body: given } = await ask('POST', '/api/jwt', { email }, known.idToken);
  return (method: string, path: string, body?: object) => ask(method, `/api${path}`, body, given.token);
}
type Calling = Awaited<ReturnType<typeof signIn>>;

const demoAdmin = async () =>
  signIn((await school?.listening) ?? '', { email: 'admin@cadenza.example', password: DEMO_PASSWORD });

async function begin(call: Calling): Promise<Rehearsal & { address: string }> {
  const { status, body } = await call('POST', '/rehearsal');
  expect([status, body.state]).toEqual([200, 'ready']);
  return body;
}

/** Waits until the clock of the copy is where it was sent. */
async function arrive(call: Calling): Promise<Rehearsal> {
  let found: Rehearsal | undefined;
  await vi.waitFor(
    async () => {
      found = (await call('GET', '/rehearsal')).body;
      expect(found?.state).toBe('ready');
    },
    { timeout: TEN_MINUTES_MS, interval: 250 },
  );
  return found as Rehearsal;
}

async function forward(call: Calling, by: 'hour' | 'day' | 'term'): Promise<Rehearsal> {
  expect((await call('POST', '/rehearsal/clock', { forward: by })).status).toBe(200);
  return arrive(call);
}

/** Every file of a folder with the hash of its bytes. */
const hashesOf = (folder: string) =>
  globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort()
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]);

/** Folders of copies that are there. */
const copies = () => readdirSync(temporary).filter((name) => name.startsWith('cadenza-rehearsal-'));

const childrenOf = (pid: number | undefined): number[] =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number);
const childOf = (pid: number | undefined) => childrenOf(pid)[0] ?? 0;

const isCopy = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('copy-process');

function isAlive(pid: number): boolean {
  try {
    // One that has ended and that its starter has not looked at yet is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a real school that has not opened', () => {
  async function startReal() {
    const port = await freePort();
    const started = await start({
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: 'https://school.example',
      REHEARSAL_URL: 'https://rehearsal.school.example',
      REHEARSAL_PORT: String(await freePort()),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      REQUIRE_SECOND_FACTOR: 'none',
      CARD_SANDBOX: 'on',
      RATE_LIMIT_FACTOR: '10',
      LOG_LEVEL: 'silent',
    });
    return { started, url: `http://127.0.0.1:${port}` };
  }

  test('a term passes in ten minutes, and not a byte of its folder is another', async () => {
    const { url } = await startReal();
    const admin = await signIn(url, ADMIN);
    const before = hashesOf(dataDir);
    expect(before.length).toBeGreaterThan(0);
    const began = Date.now();
    const { address, now } = await begin(admin);
    expect(address).toMatch(/^https:\/\/rehearsal\.school\.example\/\?rehearsal=[\w-]{32}$/);
    const day = await forward(admin, 'day');
    expect(day.scenes.map(({ code, state }) => `${code} ${state}`)).toEqual([
      'sold-out done',
      'refund done',
      'offer done',
      'lesson-cancelled done',
      'term-billed coming',
    ]);
    const { now: then, scenes, mails } = await forward(admin, 'term');
    const tookMs = Date.now() - began;
    report({ 'seconds of a term in a rehearsal': Math.round(tookMs / 1000) });
    expect(tookMs).toBeLessThan(TEN_MINUTES_MS);
    expect(Date.parse(then ?? '') - Date.parse(now ?? '')).toBeGreaterThan(30 * 86_400_000);
    expect(scenes.every(({ state }) => state === 'done')).toBe(true);
    expect(mails.some(({ subject }) => subject.startsWith('Invoice'))).toBe(true);
    // All of them to invented addresses.
    expect(mails.filter(({ to }) => !to.endsWith('.example'))).toEqual([]);
    expect(mails.map(({ to }) => to)).not.toContain(ADMIN.email);
    expect(hashesOf(dataDir)).toEqual(before);
    expect((await admin('DELETE', '/rehearsal')).body).toEqual({ deletedCount: 1 });
    expect(copies()).toEqual([]);
    expect(hashesOf(dataDir)).toEqual(before);
  });

  test('the process of the copy may write to its own folder alone, and knows no setting of the school', async () => {
    const { started, url } = await startReal();
    const admin = await signIn(url, ADMIN);
    await begin(admin);
    const copy = childOf(started.process.pid);
    const args = readFileSync(`/proc/${copy}/cmdline`, 'utf8').split('\0');
    const [folder] = copies();
    expect(args.filter((arg) => /^--(permission|allow-fs-write)/.test(arg))).toEqual([
      '--permission',
      `--allow-fs-write=${join(temporary, folder ?? '')}`,
    ]);
    const known = readFileSync(`/proc/${copy}/environ`, 'utf8');
    for (const secret of ['ADMIN', 'PUBLIC_URL', 'DATA_DIR', ADMIN.password, dataDir])
      expect(known).not.toContain(secret);
    const open = readdirSync(`/proc/${copy}/fd`).flatMap((fd) => {
      try {
        return [execFileSync('readlink', [`/proc/${copy}/fd/${fd}`], { encoding: 'utf8' })];
      } catch {
        return [];
      }
    });
    expect(open.filter((path) => path.includes(dataDir))).toEqual([]);
  });
});

describe('with several processes on PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(async () => {
    await cluster.stop();
  });

  test('there is one copy, whichever is asked, and it outlives those that are replaced', async () => {
    const running = await start({
      DATABASE_URL: await makePostgresDatabase(cluster.url),
      WORKERS: '2',
    });
    const admin = await demoAdmin();
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(admin)));
    expect(new Set(begun.map(({ address }) => address)).size).toBe(1);
    expect(copies()).toHaveLength(1);
    await forward(admin, 'hour');
    const serving = () => childrenOf(running.process.pid).filter((pid) => !isCopy(pid));
    const before = serving();
    expect(before).toHaveLength(2);
    running.process.kill('SIGUSR2');
    await vi.waitFor(() => {
      expect(serving()).toHaveLength(2);
      expect(serving().some((pid) => before.includes(pid))).toBe(false);
    }, WAIT);
    // One that dies in the middle of it takes no copy with it either.
    process.kill(serving()[0] ?? 0, 'SIGKILL');
    await vi.waitFor(async () => expect((await admin('GET', '/rehearsal')).body.state).toBe('ready'), WAIT);
    expect((await admin('GET', '/rehearsal')).body.address).toBe(begun[0]?.address);
    const [copy = 0] = childrenOf(running.process.pid).filter(isCopy);
    // Killed before all others: they have none to ask for an answer.
    running.process.kill('SIGKILL');
    await running.exited;
    await vi.waitFor(() => expect(isAlive(copy)).toBe(false), WAIT);
    expect(copies()).toEqual([]);
  });
});

describe('the demo', () => {
  test('the copy lets no browser in but by its address, and is another school inside', async () => {
    await start();
    const admin = await demoAdmin();
    const { address, players } = await begin(admin);
    const { origin, searchParams } = new URL(address);
    for (const path of ['/', '/config.json', '/api/classes/page', '/?rehearsal=wrong'])
      expect((await fetch(origin + path)).status).toBe(404);
    const entered = await fetch(address, { redirect: 'manual' });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
    const [cookie = ''] = String(entered.headers.get('set-cookie')).split(';');
    expect(cookie).toBe(`rehearsal=${searchParams.get('rehearsal')}`);
    const page = await (await fetch(origin, { headers: { cookie } })).text();
    expect(page).toContain('Rehearsal: nothing here is real.');
    // The password of the demo opens nothing in it, and its own nothing in the demo.
    const { rehearsal } = (await (await fetch(`${origin}/config.json`, { headers: { cookie } })).json()) as {
      rehearsal: { password: string };
    };
    const { email } = players[0] ?? { email: '' };
    const url = (await school?.listening) ?? '';
    const there = await signIn(origin, { email, password: rehearsal.password }, cookie);
    expect((await there('GET', '/golive')).status).toBe(200);
    for (const [at, password] of [
      [origin, DEMO_PASSWORD],
      [url, rehearsal.password],
    ]) {
      const stranger = await signIn(at ?? '', { email, password: password ?? '' }, cookie);
      expect((await stranger('GET', '/golive')).status).toBe(401);
    }
  });

  test('it calls no host: not for a webhook that an admin of the copy adds, nor for a teacher’s calendar', async () => {
    await start();
    const { address, players } = await begin(await demoAdmin());
    const entered = await fetch(address, { redirect: 'manual' });
    const [cookie = ''] = String(entered.headers.get('set-cookie')).split(';');
    const { origin } = new URL(address);
    const { rehearsal } = (await (await fetch(`${origin}/config.json`, { headers: { cookie } })).json()) as {
      rehearsal: { password: string };
    };
    const as = (role: string) => {
      const { email = '' } = players.find((player) => player.role === role) ?? {};
      return signIn(origin, { email, password: rehearsal.password }, cookie);
    };
    const problem = 'This is a rehearsal: it calls no host.';
    const teacher = await as('instructor');
    const url = 'https://calendars.example/mine.ics';
    expect((await teacher('PUT', '/account/busy', { url })).body.problem).toBe(problem);
    const admin = await as('admin');
    const draft = { url: 'https://hooks.example/school', events: ['enrolled'] };
    const { status, body: webhook } = await admin('POST', '/webhooks', draft);
    expect([status, webhook.url]).toEqual([200, draft.url]);
    expect((await admin('POST', `/webhooks/${webhook._id}/test`)).status).toBe(200);
    await vi.waitFor(async () => {
      const { body } = await admin('GET', `/webhooks/messages`);
      expect(body.items[0]).toMatchObject({ status: null, problem });
    }, WAIT);
  });

  test('a second one is the first, and of a clock that moves no other move is taken', async () => {
    await start();
    const admin = await demoAdmin();
    const [one, other] = await Promise.all([begin(admin), begin(admin)]);
    expect(other.address).toBe(one.address);
    expect(copies()).toHaveLength(1);
    const moved = await admin('POST', '/rehearsal/clock', { forward: 'term' });
    expect([moved.status, moved.body.state]).toEqual([200, 'moving']);
    const again = await admin('POST', '/rehearsal/clock', { forward: 'hour' });
    expect([again.status, again.body.code]).toEqual([409, 'rehearsal-moving']);
    // In the middle of it.
    expect((await admin('DELETE', '/rehearsal')).body).toEqual({ deletedCount: 1 });
    expect(copies()).toEqual([]);
    expect((await admin('GET', '/rehearsal')).body.state).toBe('none');
  });

  test('signing out ends it', async () => {
    await start();
    const admin = await demoAdmin();
    await begin(admin);
    expect((await admin('DELETE', '/account/sessions/current')).status).toBe(200);
    await vi.waitFor(() => expect(copies()).toEqual([]), WAIT);
    expect((await (await demoAdmin())('GET', '/rehearsal')).body.state).toBe('none');
  });

  test('it ends with the school, which stops or is killed in the middle of a term', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const running = await start();
      const admin = await demoAdmin();
      await begin(admin);
      await admin('POST', '/rehearsal/clock', { forward: 'term' });
      const copy = childOf(running.process.pid);
      running.process.kill(signal);
      await running.exited;
      await vi.waitFor(() => expect(isAlive(copy)).toBe(false), WAIT);
      expect(copies()).toEqual([]);
    }
  });

  test('what it leaves where both are killed at once the next start deletes', async () => {
    const running = await start();
    await begin(await demoAdmin());
    const copy = childOf(running.process.pid);
    process.kill(copy, 'SIGSTOP');
    running.process.kill('SIGKILL');
    await running.exited;
    process.kill(copy, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(copy)).toBe(false), WAIT);
    expect(copies()).toHaveLength(1);
    await start();
    expect(copies()).toEqual([]);
  });
});
