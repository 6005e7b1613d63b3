import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

test('a signal to `npm start` lets the school answer what is in flight, and ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-npm-'));
  mkdirSync(join(folder, 'scripts'));
  cpSync(join(ROOT, 'scripts', 'start.mjs'), join(folder, 'scripts', 'start.mjs'));
  symlinkSync(join(ROOT, 'build'), join(folder, 'build'));
  // Without what makes `npm start` build first.
  writeFileSync(join(folder, 'package.json'), '{ "scripts": { "start": "node scripts/start.mjs" } }');
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  // The school has these outputs too, so they close when it has ended, not before.
  const ended = new Promise((resolve) => child.once('close', () => resolve('ended')));
  await expect.poll(() => printed, { timeout: 60_000 }).toContain(' is listening at ');
  const url = / is listening at (\S+)/.exec(printed)?.[1] ?? '';

  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  const sent = request(`${url}/api/users`, { method: 'POST', headers });
  const answer = new Promise((resolve, reject) => {
    sent.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
  });
  sent.write('{');
  await sleep(300);
  child.kill('SIGTERM');
  await sleep(700);
  sent.end('}');
  expect(await answer).toBe(401);
  expect(await Promise.race([ended, sleep(15_000, 'still there', { ref: false })])).toBe('ended');
  expect(printed).not.toContain('ExperimentalWarning');
  rmSync(folder, { recursive: true, force: true });
});
