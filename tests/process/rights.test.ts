import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '#tests/support/postgres.ts';

/*
 * What the school keeps in files is its user's alone, whatever the umask of who starts it and whatever was
 * there before.
 */

const ROOT = join(import.meta.dirname, '..', '..');
const WAIT = { timeout: 60_000, interval: 50 };

let folder: string;
let data: string;
const started: { kill(signal: NodeJS.Signals): void; exited: Promise<unknown> }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-rights-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  for (const school of started.splice(0)) {
    school.kill('SIGKILL');
    await school.exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command under a umask that keeps nothing from anybody. */
const unmasked = (...command: string[]) => ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, ...command];

/** Starts a school, lets it write a mail, and ends it. */
async function live() {
  const url = `http://127.0.0.1:${await freePort()}`;
  const school = spawn('sh', unmasked(join('scripts', 'start.mjs')), {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: data, PORT: new URL(url).port },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => school.once('exit', resolve));
  started.push({ kill: (signal) => school.kill(signal), exited });
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), WAIT);
  await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=cadenza-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: 'student@cadenza.example' }),
  });
  await vi.waitFor(() => expect(readdirSync(join(data, 'outbox')).length).toBeGreaterThan(0), WAIT);
  school.kill('SIGTERM');
  expect(await exited).toBe(0);
}

/** Files and folders that others than their owner may open, below folders that they may enter. */
function open(path = data): string[] {
  const { mode } = statSync(path);
  const isFolder = statSync(path).isDirectory();
  if ((mode & 0o077) === 0) return [];
  return [path, ...(isFolder ? readdirSync(path).flatMap((name) => open(join(path, name))) : [])];
}
/** The same wherever it lies. */
const wide = () =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);

test('what a start makes nobody else may open: the folder, the records, the mails, the pictures', async () => {
  await live();
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['cadenza.sqlite', 'outbox', 'images']));
  expect(open()).toEqual([]);
  expect(wide()).toEqual([]);
});

test('a start takes others the rights that an earlier version gave them', async () => {
  await live();
  for (const path of [data, ...wide(), ...readdirSync(data).map((name) => join(data, name))])
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  await live();
  // The folder itself may be shared with others: only what is the school's in it is taken from them.
  expect(open()).toEqual([data]);
});

test('doctor names what others may open', () => {
  mkdirSync(data, { mode: 0o700 });
  const run = () => {
    try {
      return execFileSync('sh', unmasked(join('build', 'school', 'admin.js'), 'doctor', '--json'), {
        cwd: ROOT,
        env: { PATH: process.env.PATH, DATA_DIR: data },
        encoding: 'utf8',
      });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  const rights = () =>
    JSON.parse(run()).findings.find(({ about }: { about: string }) => about === 'Rights') as object;
  expect(rights()).toMatchObject({ state: 'fine' });
  expect(wide()).toEqual([]);
  writeFileSync(join(data, 'cadenza.sqlite'), '');
  chmodSync(join(data, 'cadenza.sqlite'), 0o640);
  expect(rights()).toMatchObject({ state: 'wrong', says: expect.stringContaining('cadenza.sqlite') });
});
