import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { type Cluster, freePort, startCluster } from '#tests/support/postgres.ts';

/*
 * The disk under the log is full, or its pipe is not read: the school goes on, and ends when it is told to.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const WAIT = { timeout: 60_000, interval: 50 };
const ASKED = 200;

let cluster: Cluster | undefined;
let folder: string;
let disk: string;
let url: string;
let metricsUrl: string;
let school: ReturnType<typeof spawn>;
let exited: Promise<number | null>;
const open = new Set<number>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-log-'));
  disk = join(folder, 'disk');
  mkdirSync(disk);
});
afterEach(async () => {
  school.kill('SIGKILL');
  await exited;
  for (const fd of open) closeSync(fd);
  open.clear();
  if (isMounted()) execFileSync('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => cluster?.stop());

const isMounted = () => statfsSync(disk).blocks !== statfsSync(folder).blocks;

/** A disk of its own for the log; false where this user may not have one. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'cadenza-log', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function opened(file: string, flags: string | number) {
  const fd = openSync(file, flags);
  open.add(fd);
  return fd;
}

function pipe() {
  const file = join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  const reader = opened(file, constants.O_RDONLY | constants.O_NONBLOCK);
  return { file, reader, writer: opened(file, 'w') };
}

/** What lies in a pipe. */
function drain(fd: number): string {
  const chunk = Buffer.alloc(1024 * 1024);
  try {
    return chunk.toString('utf8', 0, readSync(fd, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}

/** Starts a school whose standard output is this, and waits until it is ready. */
async function start(stdout: number, env: Record<string, string> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  url = `http://127.0.0.1:${port}`;
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const own = { DATA_DIR: join(folder, 'data'), PORT: String(port), METRICS_PORT: String(metricsPort) };
  school = spawn(process.execPath, [join('scripts', 'start.mjs')], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info', ...own, ...env },
    stdio: ['ignore', stdout, 'ignore'],
  });
  exited = new Promise((resolve) => school.once('exit', resolve));
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), WAIT);
}

async function ask(times = ASKED) {
  for (let at = 0; at < times; at++) {
    const { status } = await fetch(`${url}/${at % 2 ? 'healthz' : 'api/blog'}?${'x'.repeat(500)}`);
    expect(status).toBe(200);
  }
}

async function lostLines() {
  const told = await (await fetch(metricsUrl)).text();
  return Number(/^cadenza_log_lines_lost_total (\d+)/m.exec(told)?.[1]);
}

async function stop() {
  school.kill('SIGTERM');
  expect(await exited).toBe(0);
}

const twoProcesses = async () => {
  cluster ??= await startCluster();
  return { DATABASE_URL: await makePostgresDatabase(cluster.url), WORKERS: '2' };
};

test.each([
  ['one process', async () => ({})],
  ['two processes', twoProcesses],
])('%s whose log no disk takes serves, counts what it loses, and ends', async (_, envOf) => {
  await start(opened('/dev/full', 'w'), await envOf());
  await ask();
  await vi.waitFor(async () => expect(await lostLines()).toBeGreaterThanOrEqual(ASKED), WAIT);
  await stop();
});

test.each([
  ['one process', async () => ({})],
  ['two processes', twoProcesses],
])('%s whose disk under the log is full for a while goes on, and on with its log', async (_, envOf) => {
  // Without the right to mount, what a full disk does is shown above.
  if (!mount()) return;
  const [file, filler] = [join(disk, 'log'), join(disk, 'filler')];
  writeFileSync(filler, Buffer.alloc(40_000));
  await start(opened(file, 'a'), await envOf());
  await ask();
  await vi.waitFor(async () => expect(await lostLines()).toBeGreaterThan(0), WAIT);
  rmSync(filler);
  await ask(20);
  const told = () => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.some((line) => line.includes('Lines of the log were lost.') && JSON.parse(line).lines > 0);
  };
  await vi.waitFor(() => expect(told()).toBe(true), WAIT);
  await stop();
});

test.each([
  ['one process', async () => ({})],
  ['two processes', twoProcesses],
])('%s whose log nobody reads any more, as behind `| head`, serves and ends', async (_, envOf) => {
  const { reader, writer } = pipe();
  await start(writer, await envOf());
  closeSync(reader);
  open.delete(reader);
  await ask();
  await vi.waitFor(async () => expect(await lostLines()).toBeGreaterThan(ASKED / 2), WAIT);
  await stop();
});

test.each([
  ['one process', async () => ({})],
  ['two processes', twoProcesses],
])('%s whose log gets another reader tells it what was lost, and goes on with its log', async (_, envOf) => {
  const { file, reader, writer } = pipe();
  await start(writer, await envOf());
  closeSync(reader);
  open.delete(reader);
  await ask();
  await vi.waitFor(async () => expect(await lostLines()).toBeGreaterThan(ASKED / 2), WAIT);
  const next = opened(file, constants.O_RDONLY | constants.O_NONBLOCK);
  let read = '';
  const isTold = async () => {
    await ask(2);
    read += drain(next);
    const lines = read.split('\n').slice(0, -1);
    const at = lines.findIndex((line) => line.includes('Lines of the log were lost.'));
    expect(at).toBeGreaterThanOrEqual(0);
    expect(JSON.parse(lines[at] ?? '').lines).toBeGreaterThan(0);
    expect(lines.slice(at).some((line) => line.includes('/healthz'))).toBe(true);
  };
  await vi.waitFor(isTold, WAIT);
  await stop();
});

test.each([
  ['one process', async () => ({})],
  ['two processes', twoProcesses],
])('%s whose reader of the log stands still serves, keeps little of it, and ends', async (_, envOf) => {
  const { writer } = pipe();
  await start(writer, await envOf());
  await ask(5 * ASKED);
  await stop();
});
