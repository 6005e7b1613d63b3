import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { askMixed } from '#tests/support/mixed-requests.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { residentMegabytes, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { cpuMicroseconds } from './measure/process.ts';
import { type Bench, NO_GOAL, type Row } from './measure/section.ts';

const ROOT = join(import.meta.dirname, '..');
const FIRST_REQUESTS = 10_000;
const REQUESTS = 100_000;
const STARTS = 5;
const EMBEDDED = 'the embedded services run in the same process with either database';

const megabytes = (path: string) =>
  Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t', 1)[0]);

const row = (
  what: string,
  { ours, reference, limit, unit }: { ours: number; reference: string; limit: number; unit: string },
  limitedBy: string,
): Row => ({
  what,
  ours: `${ours} ${unit}`,
  reference,
  goal: `≤ ${limit} ${unit}`,
  isMet: ours <= limit,
  limitedBy,
});

/** What `npm ci` brings for production alone, in a folder of its own. */
function productionInstall(): number {
  const folder = join(ROOT, 'build', 'production');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scripts = ['prepare', 'marks', 'lighten'].map((name) => `scripts/${name}.mjs`);
  for (const file of ['package.json', 'package-lock.json', ...scripts])
    cpSync(join(ROOT, file), join(folder, file));
  try {
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder });
    return megabytes(join(folder, 'node_modules'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Milliseconds, and milliseconds of processor time, from `npm start` to where it listens; the best of some
 * starts.
 */
async function secondStart(): Promise<{ wall: number; cpu: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const first = spawnSchool({ DATA_DIR: folder });
  await first.listening;
  await stopSchool(first);
  const starts: { wall: number; cpu: number }[] = [];
  for (let n = 0; n < STARTS; n++) {
    const began = performance.now();
    const env = { ...process.env, DATA_DIR: folder, PORT: '0' };
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    for await (const chunk of child.stdout) if (String(chunk).includes(' is listening at ')) break;
    const wall = performance.now() - began;
    const group = execFileSync('ps', ['-o', 'pid=', '-g', String(child.pid)], { encoding: 'utf8' });
    const cpu =
      group
        .trim()
        .split(/\s+/)
        .reduce((sum, pid) => sum + cpuMicroseconds(Number(pid)), 0) / 1000;
    starts.push({ wall: Math.round(wall), cpu: Math.round(cpu) });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
  const best = (of: 'wall' | 'cpu') => Math.min(...starts.map((start) => start[of]));
  return { wall: best('wall'), cpu: best('cpu') };
}

/** A school whose accounts and cards are kept by others; at its start it asks them nothing. */
const HOSTED = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  RATE_LIMIT_FACTOR: '10',
  ADMIN_EMAIL: 'admin@school.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'school@school.example',
  FIREBASE_PROJECT_ID: 'school',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'school.firebaseapp.com',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  CARD_TEST_MODE: 'on',
};

/** Megabytes resident before the mix, after its first part and after all of it. */
async function memory(databaseUrl?: string): Promise<{ before: number; early: number; after: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
  try {
    const url = await school.listening;
    const pid = school.process.pid ?? 0;
    const before = residentMegabytes(pid);
    await askMixed(url, FIRST_REQUESTS);
    const early = residentMegabytes(pid);
    await askMixed(url, REQUESTS - FIRST_REQUESTS);
    return { before, early, after: residentMegabytes(pid) };
  } finally {
    await stopSchool(school);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Megabytes resident of a school that has just started with hosted services: the mix signs in and pays at the
 * embedded ones.
 */
async function memoryHosted(databaseUrl: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const school = spawnSchool({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ...HOSTED });
  try {
    await school.listening;
    return residentMegabytes(school.process.pid ?? 0);
  } finally {
    await stopSchool(school);
    rmSync(folder, { recursive: true, force: true });
  }
}

const bench: Bench = async () => {
  const everything = megabytes(join(ROOT, 'node_modules'));
  const ownNode = join(ROOT, 'scripts', 'node', 'node_modules');
  const production = productionInstall();
  const start = await secondStart();
  const embedded = await memory();
  const cluster = await startCluster();
  const onPostgres = async () => ({
    ...(await makePostgresDatabase(cluster.url).then(memory)),
    hosted: await makePostgresDatabase(cluster.url).then(memoryHosted),
  });
  const postgres = await onPostgres().finally(() => cluster.stop());
  const node = existsSync(ownNode) ? megabytes(ownNode) : 0;
  const ofNode = node ? `${node} MB of it Node, since the host’s is older` : 'with the host’s Node';
  const after = (count: number) => `memory after ${count.toLocaleString('en')} mixed requests`;
  return {
    title: 'What it takes',
    method:
      'Installs as `du` counts them on Linux; `npm start` on a school that exists, to where it listens, the best of five, on the wall ' +
      'and in processor time of all its processes; resident memory of the started product before and after pages, calls, ' +
      'signed-in reads, writes and pictures, 16 at once.',
    rows: [
      row(
        'everything for `npm start` and `npm test`',
        { ours: everything + node, reference: ofNode, limit: 420, unit: 'MB' },
        'Node, the linter of one 64 MB file, two compilers in machine code, a DOM and a driver for tests',
      ),
      row(
        '`npm ci --omit=dev`',
        { ours: production + node, reference: ofNode, limit: 340, unit: 'MB' },
        'Node, the decoders of pictures, and the card provider’s SDK',
      ),
      row(
        '`npm start` again',
        { ours: start.wall, reference: `${start.cpu} ms of processor time`, limit: 700, unit: 'ms' },
        'npm itself, and the evaluation of modules',
      ),
      row(
        `${after(REQUESTS)}, SQLite`,
        { ours: embedded.after, reference: `${embedded.before} MB before`, limit: 200, unit: 'MB' },
        'Node’s own 59 MB of program, some 70 MB of V8’s, of which 40 MB are alive and 16 MB young, and 40 to 60 MB of the allocator’s, for bodies, SQLite and compressors; a heap that grows by less is collected several times as often',
      ),
      row(
        `${after(FIRST_REQUESTS)}, PostgreSQL`,
        { ours: postgres.early, reference: `${postgres.before} MB before`, limit: 150, unit: 'MB' },
        EMBEDDED,
      ),
      {
        ...row(
          `${after(REQUESTS)}, PostgreSQL`,
          { ours: postgres.after, reference: `${postgres.before} MB before`, limit: 150, unit: 'MB' },
          EMBEDDED,
        ),
        goal: NO_GOAL,
      },
      row(
        'memory once started with hosted identity and cards, PostgreSQL',
        {
          ours: postgres.hosted,
          reference: `${postgres.before} MB with the embedded ones`,
          limit: 150,
          unit: 'MB',
        },
        'Node’s own 52 MB of program, and the text and objects of the bundles',
      ),
    ],
  };
};
export default bench;
