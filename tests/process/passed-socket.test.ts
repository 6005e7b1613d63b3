import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

/* The built product, started by a process that listens for it and passes the socket as systemd does. */

const ROOT = join(import.meta.dirname, '..', '..');
const ACTIVATE = join(ROOT, 'tests', 'support', 'systemd', 'activate.pl');
const MAIN = [process.execPath, join(ROOT, 'build', 'school', 'main.js')];
const ACTIVATOR = '/usr/bin/systemd-socket-activate';

const all = mkdtempSync(join(tmpdir(), 'cadenza-passed-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));

let folder: string;
let socket: string;
let started: ChildProcess | undefined;
let printed: string;
let count = 0;
beforeEach(() => {
  folder = join(all, String(count++));
  socket = join(folder, 'socket');
  printed = '';
  mkdirSync(folder);
});
afterEach(async () => {
  if (!started || started.exitCode !== null) return;
  const ended = new Promise((resolve) => started?.once('exit', resolve));
  started.stdin?.end();
  if (!started.stdin) started.kill('SIGTERM');
  await ended;
});

function start(program: string, args: string[], env: Record<string, string>, stdin: 'pipe' | 'ignore') {
  started = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'info', TRUST_PROXY: 'unix', ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
}

const listen = async (env: Record<string, string> = {}) => {
  start('perl', [ACTIVATE, socket, ...MAIN], env, 'pipe');
  await expect.poll(() => printed).toContain('listening');
};

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const request = get({ socketPath: socket, path, headers, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
  });

const linesOf = (path: string) =>
  printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter((line) => line.path === path);

test('a visitor’s address is what the proxy says, and a program of this machine has this machine’s', async () => {
  await listen();
  expect(await ask('/classes', { 'x-forwarded-for': '203.0.113.9' })).toBe(200);
  expect(await ask('/healthz')).toBe(200);
  await expect.poll(() => linesOf('/healthz')).toHaveLength(1);
  expect([linesOf('/classes')[0].ip, linesOf('/healthz')[0].ip]).toEqual(['203.0.113.9', '127.0.0.1']);
});

test('it sleeps after so long without a request, and none is lost however near to that it comes', async () => {
  await listen({ IDLE_EXIT_S: '1' });
  expect(await ask('/healthz')).toBe(200);
  const asked: Promise<number>[] = [];
  const startsOf = () => printed.match(/^running \d+$/gm)?.length ?? 0;
  // Through several ends and starts: a request a moment before, at, and after each.
  for (const round of [1, 2, 3]) {
    await expect
      .poll(() => printed.match(/^ended 0$/gm)?.length, { timeout: 60_000, interval: 1 })
      .toBe(round);
    for (const wait of [0, 1, 5, 20]) {
      await sleep(wait);
      asked.push(ask('/healthz'));
    }
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
    // As near to its end as can be: it leaves a second after the last of them.
    for (let ms = 960; ms < 1100; ms += 10) asked.push(sleep(ms).then(() => ask('/healthz')));
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
  }
  expect(startsOf()).toBeGreaterThan(3);
  expect(printed).not.toMatch(/^ended [1-9]/m);
});

test('it stays while a connection is open', async () => {
  await listen({ IDLE_EXIT_S: '1' });
  const open = connect(socket);
  await expect.poll(() => printed, { timeout: 60_000 }).toContain(' is listening at ');
  await sleep(2500);
  expect(printed).not.toContain('ended');
  open.destroy();
  await expect.poll(() => printed, { timeout: 30_000 }).toContain('ended 0');
});

test('it stays where it was given no time', async () => {
  await listen();
  expect(await ask('/healthz')).toBe(200);
  await sleep(2500);
  expect(printed).not.toContain('ended');
});

test.each([
  ['TRUST_PROXY=unix', { TRUST_PROXY: '127.0.0.1' }],
  ['WORKERS must be 1', { WORKERS: '2', DATABASE_URL: 'postgres://nowhere@127.0.0.1:9/none' }],
])(
  'what cannot be with such a socket is refused by a sentence: %s',
  async (says, env: Record<string, string>) => {
    await listen(env);
    const answered: number[] = [];
    // It waits until the socket is gone.
    const asked = ask('/healthz').then(
      (status) => answered.push(status),
      () => {},
    );
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('ended 1');
    started?.stdin?.end();
    await asked;
    expect(printed).toContain(says);
    expect(answered).toEqual([]);
  },
);

test('a time after which it sleeps is without effect where it listens by itself: none would wake it', async () => {
  start(MAIN[0] ?? '', MAIN.slice(1), { IDLE_EXIT_S: '1', PORT: '0' }, 'ignore');
  await expect.poll(() => printed, { timeout: 60_000 }).toContain(' is listening at ');
  await sleep(2500);
  expect(started?.exitCode).toBeNull();
});

// Debian has it where systemd is installed.
test.skipIf(!existsSync(ACTIVATOR))('systemd’s own program starts it by a socket', async () => {
  const passed = ['TRUST_PROXY=unix', 'IDLE_EXIT_S=1', `PATH=${process.env.PATH}`].flatMap((one) => [
    '-E',
    one,
  ]);
  start(ACTIVATOR, ['-l', socket, ...passed, ...MAIN], {}, 'ignore');
  await expect.poll(() => existsSync(socket)).toBe(true);
  expect(await ask('/classes')).toBe(200);
  await expect.poll(() => started?.exitCode, { timeout: 30_000 }).toBe(0);
  expect(spawnSync(ACTIVATOR, ['--version'], { encoding: 'utf8' }).stdout).toContain('systemd');
});
