import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { residentMegabytes } from './process.ts';
import type { Bench, Row } from './section.ts';

const ROOT = join(import.meta.dirname, '..');
/** Schools on SQLite are seeded once and kept between runs. */
const KEPT = join(ROOT, 'build', 'bench', 'schools');
const TIMES = 200;
const BYTES_MAX = 100_000;
const QUOTIENT_MAX = 2;
const RESIDENT_MAX_MB = 200;

type Size = 'small' | 'large';
type Asked = { ms: number; bytes: number };
type Opened = {
  ask(call: Call): Promise<Asked>;
  residentMb(): number;
  close(): Promise<unknown>;
};

/** What a path speaks of, in the school that is asked. */
type Things = { student: string; class: string; lastMonth: string };
type Call = { by: 'admin' | 'student'; path: (things: Things) => string };

/** What the screens of students and of the office ask for; public lists and those of teachers have a table of their own. */
const CALLS: readonly Call[] = [
  { by: 'student', path: ({ student }) => `/selectedclass/${student}` },
  { by: 'student', path: ({ student }) => `/enrolledclasses/${student}` },
  { by: 'student', path: ({ student }) => `/pastenrolments/${student}` },
  { by: 'student', path: ({ student }) => `/waitlist/${student}` },
  { by: 'student', path: () => '/account/sessions' },
  { by: 'student', path: () => '/account/data' },
  { by: 'student', path: () => '/account/erasure' },
  { by: 'admin', path: ({ class: id }) => `/class/history/${id}` },
  { by: 'admin', path: () => '/reports/overview' },
  { by: 'admin', path: () => '/classes/search' },
  { by: 'admin', path: () => '/classes/search?q=guitar' },
  { by: 'admin', path: () => '/classes/search?status=changed' },
  { by: 'admin', path: () => '/users/search' },
  { by: 'admin', path: () => '/users/search?role=instructor' },
  { by: 'admin', path: () => '/users/search?q=clara' },
  { by: 'admin', path: () => '/users/search?q=nobody' },
  { by: 'admin', path: () => '/changes' },
  { by: 'admin', path: ({ lastMonth }) => `/money?month=${lastMonth}` },
  { by: 'admin', path: () => '/money/attention' },
];

/** Fills the records that the environment names. */
function seed(size: Size, env: Record<string, string>) {
  const args = ['server/seed.ts', '--size', size];
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
    stdio: [...stdio],
  });
  if (status !== 0) throw new Error(`A ${size} school could not be seeded.`);
}

function sqliteSchool(size: Size): Record<string, string> {
  const folder = join(KEPT, size);
  const mark = join(KEPT, `${size}.whole`);
  const env = { DATA_DIR: folder };
  if (existsSync(mark)) return env;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  seed(size, env);
  writeFileSync(mark, '');
  return env;
}

async function postgresSchool(size: Size, url: string, folder: string): Promise<Record<string, string>> {
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  await client.query(`create database ${size}`);
  await client.end();
  const env = { DATABASE_URL: `${url}/${size}`, DATA_DIR: join(folder, size) };
  seed(size, env);
  return env;
}

const bodyOf = async (answer: Response) => JSON.parse(await answer.text());

/** Starts a school and signs one of each role in. */
async function open(env: Record<string, string>): Promise<Opened> {
  const school = spawnSchool(env);
  const url = await school.listening;
  const { identity } = await bodyOf(await fetch(`${url}/config.json`));
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return bodyOf(answer);
  };
  const tokens = new Map<string, string>();
  for (const { email, role } of DEMO_ACCOUNTS) {
    const proof = { email, password: DEMO_PASSWORD, returnSecureToken: true };
    const signIn = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${identity.apiKey}`;
    const { idToken } = await post(signIn, proof);
    await post('/api/users', { email }, idToken);
    tokens.set(role, (await post('/api/jwt', { email }, idToken)).token);
  }
  const get = (path: string, by?: string) =>
    fetch(`${url}/api${path}`, { headers: by ? { authorization: `Bearer ${tokens.get(by)}` } : {} });
  const emailOf = (role: string) => DEMO_ACCOUNTS.find((account) => account.role === role)?.email ?? '';
  const popular = await bodyOf(await get('/classes/page?sort=popularity'));
  const lastMonth = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
  const things = { student: emailOf('student'), class: popular.items[0]._id, lastMonth };
  return {
    async ask({ by, path }) {
      const started = performance.now();
      const answer = await get(path(things), by);
      const { byteLength: bytes } = await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path(things)} answered ${answer.status}.`);
      return { ms: performance.now() - started, bytes };
    },
    residentMb: () => residentMegabytes(school.process.pid ?? 0),
    close: () => stopSchool(school),
  };
}

/** Asks both schools in turn, so that what disturbs the machine disturbs both alike. */
async function compare(database: string, call: Call, { small, large }: Record<Size, Opened>): Promise<Row> {
  const taken: Record<Size, number[]> = { small: [], large: [] };
  let bytes = 0;
  for (let times = 0; times < TIMES; times++) {
    taken.small.push((await small.ask(call)).ms);
    const asked = await large.ask(call);
    taken.large.push(asked.ms);
    bytes = asked.bytes;
  }
  const part = (ms: number[], of: number) =>
    ms.sort((one, other) => one - other)[Math.floor(of * ms.length)] ?? 0;
  const told = (ms: number[]) => `${part(ms, 0.99).toFixed(1)} ms (half ${part(ms, 0.5).toFixed(1)})`;
  const ratio = part(taken.large, 0.99) / part(taken.small, 0.99);
  const named = call.path({ student: ':email', class: ':id', lastMonth: ':month' });
  return {
    what: `\`${named}\`, ${database}, ${Math.ceil(bytes / 1000)} kB`,
    ours: told(taken.large),
    reference: told(taken.small),
    ratio,
    goal: `≤ ${QUOTIENT_MAX}, ≤ ${BYTES_MAX / 1000} kB`,
    isMet: ratio <= QUOTIENT_MAX && bytes <= BYTES_MAX,
    limitedBy:
      LIMITS.find(([path]) => named.startsWith(path))?.[1] ?? 'rows found by an index, a page of them',
  };
}

/** What keeps a call from being as fast in a large school. */
const LIMITS: readonly (readonly [path: string, limit: string])[] = [
  ['/users/search?q', 'a part of a word is looked for in every name and address'],
  ['/classes/search?q', 'a part of a word is looked for in every class'],
  ['/reports/overview', 'the seats of every class that is offered are summed up in one index'],
  ['/money', 'a page of a hundred payments, read from the card service'],
];

async function measure(database: string, envOf: (size: Size) => Promise<Record<string, string>>) {
  const opened: Opened[] = [];
  try {
    const start = async (size: Size) => {
      const school = await open(await envOf(size));
      opened.push(school);
      return school;
    };
    const schools = { small: await start('small'), large: await start('large') };
    const rows: Row[] = [];
    for (const call of CALLS) rows.push(await compare(database, call, schools));
    const resident = schools.large.residentMb();
    rows.push({
      what: `memory, resident, ${database}`,
      ours: `${resident} MB`,
      reference: `${schools.small.residentMb()} MB`,
      goal: `≤ ${RESIDENT_MAX_MB} MB`,
      isMet: resident <= RESIDENT_MAX_MB,
      limitedBy: 'Node itself, and what the embedded services load',
    });
    return rows;
  } finally {
    for (const { close } of opened) await close();
  }
}

const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const cluster = await startCluster({ durable: true });
  try {
    return {
      title: 'Students and the office in a large school',
      method: `What the screens of students and of the office ask for, ${TIMES} times over HTTP as who may make it, in turn at a school of 10 000 classes, 100 000 users and 1 000 000 enrolments and at the demo school: the time that 99 of 100 keep below. \`npm run seed -- --size large\` makes such a school.`,
      rows: [
        ...(await measure('SQLite', async (size) => sqliteSchool(size))),
        ...(await measure('PostgreSQL', (size) => postgresSchool(size, cluster.url, folder))),
      ],
    };
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
export default bench;
