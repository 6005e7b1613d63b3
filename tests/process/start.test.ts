import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, startCluster } from '#tests/support/postgres.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

let folder: string;
const started: ReturnType<typeof spawnSchool>[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-start-'));
});

afterEach(async () => {
  for (const school of started.splice(0)) {
    school.process.kill('SIGKILL');
    await school.exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}) {
  const school = spawnSchool({ DATA_DIR: folder, ...env });
  started.push(school);
  return school;
}

/** Name and content of every file, to see that nothing was touched. */
function fingerprint(path: string): string {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  const hashes = files
    .filter((name) => statSync(join(path, name)).isFile())
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(path, name)))
          .digest('hex')}`,
    );
  return hashes.join('\n');
}

async function expectRefusal(school: ReturnType<typeof spawnSchool>, sentence: RegExp) {
  expect(await school.exited).toBe(1);
  const lines = school.printed().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(sentence);
}

test('a first start seeds the demo school and names one account per role', async () => {
  const school = start();
  const url = await school.listening;
  for (const role of ['admin', 'instructor', 'student'])
    expect(school.printed()).toMatch(new RegExp(`${role}\\s+\\S+@\\S+\\s+\\S+`));
  const classes = (await (await fetch(`${url}/api/classes/all`)).json()) as unknown[];
  expect(classes.length).toBeGreaterThanOrEqual(12);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', version: VERSION });
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
});

test('SIGTERM ends it with code 0 after what is in flight, and the next start has the same school', async () => {
  const school = start();
  const before = await (await fetch(`${await school.listening}/api/classes/all`)).json();
  expect(await stopSchool(school)).toBe(0);
  const again = start();
  expect(await (await fetch(`${await again.listening}/api/classes/all`)).json()).toEqual(before);
});

/** A request whose body is held back until `finish`; gives its answer's status and body. */
function slowRequest(url: string, { method, token }: { method: string; token: string }) {
  const body = '{}';
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const sent = request(url, { method, headers, agent: new Agent({ keepAlive: true }) });
  const answer = new Promise<{ status?: number; body: string }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, body: text });
    });
  });
  sent.write(body.slice(0, 1));
  return { answer, finish: () => sent.end(body.slice(1)) };
}

test('SIGTERM lets a request in flight finish all that it does, then ends', async () => {
  const school = start();
  const url = await school.listening;
  const email = 'leaving@school.example';
  const account = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=cadenza-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Practice!1', returnSecureToken: true }),
  });
  const { idToken: token } = (await account.json()) as { idToken: string };
  // Deleting an account asks the identity service last, through the school itself.
  const { answer, finish } = slowRequest(`${url}/api/account`, { method: 'DELETE', token });
  await new Promise((resolve) => setTimeout(resolve, 500));
  school.process.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 500));
  finish();
  expect(await answer).toEqual({ status: 200, body: '{"deletedCount":0}' });
  // With 1 it would end if its connection held it up to the last.
  expect(await school.exited).toBe(0);
});

/** Sends POSTs one after the other on one connection until nobody listens any more; tells how each ended. */
async function postOn(url: string, ended: (outcome: 'answered' | 'reset') => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = () =>
    new Promise<string>((resolve) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(`${url}/api/users`, { method: 'POST', headers, agent }, (answer) => {
        answer.resume().once('end', () => resolve('answered'));
      });
      sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
      sent.end('{}');
    });
  for (;;) {
    const outcome = await post();
    if (outcome === 'ECONNREFUSED') break;
    ended(outcome === 'answered' ? 'answered' : 'reset');
  }
  agent.destroy();
}

test('SIGTERM resets no call of those who keep their connection: each is answered and told to ask elsewhere', async () => {
  const school = start();
  const url = await school.listening;
  const counts = { answered: 0, reset: 0 };
  let isWarm = () => {};
  const warm = new Promise<void>((resolve) => {
    isWarm = resolve;
  });
  const callers = Array.from({ length: 32 }, () =>
    postOn(url, (outcome) => {
      counts[outcome]++;
      if (counts.answered === 500) isWarm();
    }),
  );
  await warm;
  expect(counts.reset).toBe(0);
  school.process.kill('SIGTERM');
  await Promise.all(callers);
  expect(await school.exited).toBe(0);
  expect(counts.reset).toBeLessThanOrEqual(2);
});

test('SIGTERM does not wait for an upload that stalls, nor for a client that never finishes asking', async () => {
  const school = start();
  const { port } = new URL(await school.listening);
  const beginnings = [
    'GET / HTTP/1.1\r\nHost: school\r\n',
    'POST /images/1/upload?key=cadenza-web HTTP/1.1\r\nHost: school\r\nContent-Length: 1000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
  ];
  const sockets = beginnings.map((text) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write(text);
    return socket.resume();
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  // With 1 it would end if they held it up to the last.
  expect(await stopSchool(school)).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test('the log names requests, and nothing that opens an account', async () => {
  const school = start({ LOG_LEVEL: 'info' });
  const url = await school.listening;
  await fetch(`${url}/account/action?mode=resetPassword&oobCode=opens-an-account`);
  await fetch(`${url}/api/blog?token=opens-an-account`, {
    headers: { authorization: 'Bearer opens-an-account' },
  });
  await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'opens-an-account' }),
  });
  expect(await stopSchool(school)).toBe(0);
  const lines = school
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const requests = lines.filter(({ msg }) => msg === 'request');
  // One line each, and none for what a page asks of the school itself.
  expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /account/action 200',
    'GET /api/blog 200',
    'POST /api/users 401',
  ]);
  for (const request of requests)
    expect(request).toMatchObject({ requestId: expect.any(String), ms: expect.any(Number), ip: '127.0.0.1' });
  expect(school.printed()).not.toContain('opens-an-account');
});

test('what the school counts is served on an address of its own, and not on the public one', async () => {
  const port = await freePort();
  const school = start({ METRICS_PORT: String(port) });
  const url = await school.listening;
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(metrics.status).toBe(200);
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await metrics.text()).toContain('nodejs_eventloop_lag_seconds');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);

  await expectRefusal(
    start({ METRICS_PORT: String(port), DATA_DIR: join(folder, 'other') }),
    /^Port \d+ is already in use\. Stop what uses it, or set METRICS_PORT to another one\.$/,
  );
  expect(await stopSchool(school)).toBe(0);
});

test('Ctrl-C during the first seed leaves a folder that the next start completes', async () => {
  for (const delay of [400, 900, 1500]) {
    const interrupted = start();
    await new Promise((resolve) => setTimeout(resolve, delay));
    interrupted.process.kill('SIGINT');
    await interrupted.exited;
  }
  const school = start();
  const url = await school.listening;
  const classes = (await (await fetch(`${url}/api/classes/all`)).json()) as unknown[];
  const instructors = (await (await fetch(`${url}/api/instructor/all`)).json()) as unknown[];
  expect(classes.length).toBeGreaterThanOrEqual(12);
  expect(instructors.length).toBeGreaterThanOrEqual(8);

  // Every demo enrolment, and every place that was cancelled since, was paid for once, whichever start made
  // it.
  const records = new DatabaseSync(join(folder, 'cadenza.sqlite'), { readOnly: true });
  const count = (sql: string) => records.prepare(`select count(*) as n from ${sql}`).get()?.n;
  expect(count('enrolments')).toBeGreaterThanOrEqual(20);
  const refunded = Number(count("orders where state = 'refunded'"));
  expect(refunded).toBeGreaterThan(0);
  expect(count("ledger where kind = 'charge'")).toBe(Number(count('enrolments')) + refunded);
  expect(count('cards_charges')).toBe(Number(count('enrolments')) + refunded);
  expect(count('cards_refunds')).toBe(refunded);
  expect(count("orders where state not in ('enrolled', 'refunded')")).toBe(0);
  records.close();
});

test('a busy port is one sentence and exit 1, the data folder untouched', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await expectRefusal(start({ PORT: String(port) }), /^Port \d+ is already in use\./);
  expect(readdirSync(folder)).toEqual([]);
  await new Promise((resolve) => other.close(resolve));
});

test('a second process on the same data folder is one sentence and exit 1, the first goes on', async () => {
  const first = start();
  const url = await first.listening;
  await expectRefusal(start(), /^Another process already uses the data folder /);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('a data folder that the system does not make is one sentence and exit 1', async () => {
  await expectRefusal(start({ DATA_DIR: '/proc/none/data' }), /^The data folder .* set DATA_DIR\./);
});

test('a command whose output nobody reads to its end ends as it would', () => {
  const run = (command: string) =>
    spawnSync('sh', ['-c', command], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, DATA_DIR: folder, NODE: process.execPath },
      encoding: 'utf8',
    });
  const piped = run(`{ "$NODE" build/school/admin.js doctor; echo "ended with $?" >&2; } | head -0`);
  // There is no school yet, which is wrong.
  expect(piped.stderr).toBe('ended with 1\n');
  expect(run('"$NODE" build/school/admin.js --version').stdout).toBe(`Cadenza ${VERSION}\n`);
});

test('a data folder that cannot be written is one sentence and exit 1', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'not a folder');
  await expectRefusal(start({ DATA_DIR: join(file, 'data') }), /^The data folder .* cannot be written\./);
  expect(readFileSync(file, 'utf8')).toBe('not a folder');
});

test('a data folder of a newer version is one sentence and exit 1, the data untouched', async () => {
  const school = start();
  await school.listening;
  await stopSchool(school);
  const records = new DatabaseSync(join(folder, 'cadenza.sqlite'));
  records.exec(
    `insert into school_migrations (name, timestamp) values ('999-from-the-future', '2099-01-01')`,
  );
  records.close();
  const before = fingerprint(folder);
  await expectRefusal(start(), /^These records were written by a newer version of Cadenza\./);
  expect(fingerprint(folder)).toBe(before);
});

test('a data folder whose records are damaged is one sentence and exit 1, the data untouched', async () => {
  writeFileSync(join(folder, 'cadenza.sqlite'), 'this is no database, '.repeat(500));
  await expectRefusal(start(), /^The records in .* cannot be read/);
  expect(readFileSync(join(folder, 'cadenza.sqlite'), 'utf8')).toMatch(/^this is no database/);
});

test('each wrong variable is one sentence and exit 1', async () => {
  const school = start({ PORT: 'abc', CURRENCY: 'dollars', PUBLIC_URL: 'not an address' });
  expect(await school.exited).toBe(1);
  expect(school.printed().trim().split('\n').sort()).toEqual([
    'CURRENCY must be a three-letter code such as usd.',
    'PORT must be a whole number from 0 to 65535.',
    'PUBLIC_URL must be a web address such as https://school.example.',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a database server that does not answer is one sentence and exit 1', async () => {
  const school = start({ DATABASE_URL: 'postgres://cadenza@127.0.0.1:1/none' });
  await expectRefusal(school, /^The database at DATABASE_URL cannot be reached/);
});

test('a database that there is not, and a user who may not come in, are one sentence each', async () => {
  const cluster = await startCluster();
  try {
    const none = new URL(cluster.url);
    none.pathname = '/none';
    await expectRefusal(
      start({ DATABASE_URL: none.href }),
      /^DATABASE_URL names a database that there is not/,
    );
    const stranger = new URL(cluster.url);
    stranger.username = 'stranger';
    await expectRefusal(start({ DATABASE_URL: stranger.href }), /user of DATABASE_URL/);
  } finally {
    await cluster.stop();
  }
});

test.each([
  ['PUBLIC_URL', {}],
  ['ADMIN_EMAIL', { PUBLIC_URL: 'https://school.example' }],
  [
    'STRIPE_SECRET_KEY',
    {
      PUBLIC_URL: 'https://school.example',
      ADMIN_EMAIL: 'head@school.example',
      ADMIN_PASSWORD: 'Crescendo!7',
    },
  ],
])('production refuses to start without %s', async (name, env) => {
  const school = start({ NODE_ENV: 'production', RATE_LIMIT_FACTOR: '1', ...env });
  expect(await school.exited).toBe(1);
  expect(school.printed()).toContain(name);
});

const PRODUCTION = {
  NODE_ENV: 'production',
  RATE_LIMIT_FACTOR: '1',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Crescendo!7',
};
const LIVE_KEYS = {
  STRIPE_PUBLISHABLE_KEY: 'pk_live_mayBeSeenByAll',
  STRIPE_SECRET_KEY: 'sk_live_opensTheMoney',
  STRIPE_WEBHOOK_SECRET: 'whsec_signsTheEvents',
};

test('keys that were swapped are refused before anybody can see them', async () => {
  const school = start({
    ...PRODUCTION,
    ...LIVE_KEYS,
    STRIPE_PUBLISHABLE_KEY: LIVE_KEYS.STRIPE_SECRET_KEY,
    STRIPE_SECRET_KEY: LIVE_KEYS.STRIPE_PUBLISHABLE_KEY,
  });
  expect(await school.exited).toBe(1);
  expect(school.printed()).toMatch(/STRIPE_PUBLISHABLE_KEY must begin with pk_live_/);
  expect(school.printed()).not.toContain('opensTheMoney');
});

test('no secret is in the client configuration, a page, an answer or the log', async () => {
  const file = join(folder, 'admin-password');
  writeFileSync(file, 'Crescendo!fromAFile\n');
  const { ADMIN_PASSWORD: _, ...production } = PRODUCTION;
  const port = await freePort();
  const school = start({
    ...production,
    PORT: String(port),
    ...LIVE_KEYS,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'trace',
    ADMIN_PASSWORD_FILE: file,
    SMTP_URL: 'smtp://office:smtp-opensTheMail@127.0.0.1:1',
    MAIL_FROM: 'office@school.example',
    GOOGLE_CLIENT_ID: 'google-id',
    GOOGLE_CLIENT_SECRET: 'google-opensTheDoor',
    GITHUB_CLIENT_ID: 'github-id',
    GITHUB_CLIENT_SECRET: 'github-opensTheDoor',
    IMAGES_S3_ENDPOINT: 'http://127.0.0.1:1',
    IMAGES_S3_BUCKET: 'pictures',
    IMAGES_S3_ACCESS_KEY_ID: 's3-id',
    IMAGES_S3_SECRET_ACCESS_KEY: 's3-opensThePictures',
  });
  await school.listening;
  const url = `http://127.0.0.1:${port}`;
  const seen: string[] = [];
  for (const path of [
    '/config.json',
    '/',
    '/login',
    '/register',
    '/classes',
    '/readyz',
    '/api/classes/all',
  ]) {
    const answer = await fetch(`${url}${path}`);
    seen.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  expect(seen.join()).toContain('pk_live_mayBeSeenByAll');
  // A mail that cannot be sent, a picture that cannot be stored: what goes wrong is logged.
  const asked = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=cadenza-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: PRODUCTION.ADMIN_EMAIL }),
  });
  expect(asked.status).toBe(200);
  await expect.poll(() => school.printed(), { timeout: 20_000 }).toContain('A mail was not sent.');
  expect(await stopSchool(school)).toBe(0);
  const shown = seen.join() + school.printed();
  for (const secret of [
    'opensTheMoney',
    'signsTheEvents',
    'fromAFile',
    'opensTheMail',
    'opensTheDoor',
    'opensThePictures',
  ]) {
    expect(shown).not.toContain(secret);
  }
});

test.runIf(process.platform === 'linux')(
  'at a terminal the first admin’s password may be typed, and is not shown',
  async () => {
    const { ADMIN_PASSWORD, ...rest } = PRODUCTION;
    const main = join(import.meta.dirname, '..', '..', 'build', 'school', 'main.js');
    // Debian's `script` runs a command at a terminal of its own.
    const child = spawn('script', ['-qec', `"${process.execPath}" "${main}"`, '/dev/null'], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, CARD_SANDBOX: 'on', ...rest },
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      await expect.poll(() => printed, { timeout: 20_000 }).toContain('Password of head@school.example');
      child.stdin.write(`${ADMIN_PASSWORD}\r`);
      await expect.poll(() => printed, { timeout: 20_000 }).toContain('is listening at');
      expect(printed).not.toContain(ADMIN_PASSWORD);
    } finally {
      child.stdin.write('\x03');
      await ended;
    }
    const records = new DatabaseSync(join(folder, 'cadenza.sqlite'), { readOnly: true });
    expect(records.prepare('select email, role from users').all()).toEqual([
      { email: 'head@school.example', role: 'admin' },
    ]);
    records.close();
  },
);

test('production has no demo people, no demo accounts and the first admin of ADMIN_EMAIL', async () => {
  const school = start({ ...PRODUCTION, CARD_SANDBOX: 'on' });
  await school.listening;
  const records = new DatabaseSync(join(folder, 'cadenza.sqlite'), { readOnly: true });
  expect(records.prepare('select email, role from users').all()).toEqual([
    { email: 'head@school.example', role: 'admin' },
  ]);
  expect(records.prepare('select count(*) as n from classes').get()).toEqual({ n: 0 });
  records.close();
  expect(school.printed()).not.toContain('Practice!1');
  expect(school.printed()).not.toContain(PRODUCTION.ADMIN_PASSWORD);
});
