import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-seed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run seed` on the folder, as npm does. */
function seed(args: string[], env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ['server/seed.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'silent', ...env },
  });
  return { status, said: stderr };
}

test('a school is seeded once, in records that are empty, and never a real one', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://school.test',
    CARD_SANDBOX: 'on',
    SMTP_URL: 'smtp://mail.test',
    MAIL_FROM: 'school@school.test',
    ADMIN_EMAIL: 'head@school.test',
    ADMIN_PASSWORD: 'Some-Words!1',
  };
  expect(seed(['--size', 'small'], production)).toMatchObject({
    status: 1,
    said: expect.stringContaining('Only a demo school is seeded'),
  });
  expect(seed(['--size', 'huge'])).toMatchObject({
    status: 1,
    said: expect.stringContaining('There is no size huge, only: demo, small, medium, large.'),
  });
  expect(seed(['--size', 'demo'])).toMatchObject({ status: 0, said: expect.stringContaining('Done in') });
  expect(seed(['--size', 'small'])).toMatchObject({
    status: 1,
    said: expect.stringContaining('hold a school already'),
  });
});
