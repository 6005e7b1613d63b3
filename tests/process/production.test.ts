import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Every package that `npm ci --omit=dev` installs, by its folder. */
function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path]) => path);
}

let folder: string;
let school: SchoolProcess;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-production-'));
  for (const path of [
    'package.json',
    'scripts/start.mjs',
    'build/school',
    'build/server',
    'build/client',
    ...productionPackages(),
  ])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  school = spawnSchool({}, folder);
  url = await school.listening;
});

afterAll(async () => {
  await stopSchool(school);
  rmSync(folder, { recursive: true, force: true });
});

test('a folder with the build and the production packages alone shows its pages', async () => {
  expect(readdirSync(join(folder, 'node_modules'))).not.toContain('react');
  const page = await fetch(`${url}/classes`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('<h1');
  // Browsers lay out by today's rules, and with the style sheet from the start.
  expect(html).toMatch(/^<!DOCTYPE html><html[^>]*><head>.*<style[^>]*>.{50000,}<\/style>.*<body/s);
});

/** What a page weighs as text, and the style sheet that it leaves to a file. */
async function weigh(page: Response) {
  const html = await page.text();
  return { bytes: Buffer.byteLength(html), sheet: /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] };
}

test.each([
  ['a page that does not exist', '/nothing/here', 404],
  ['a class that does not exist', '/class/nothing', 404],
])('%s links the style sheet, and is small without it', async (_, path, status) => {
  const page = await fetch(url + path);
  expect(page.status).toBe(status);
  const policy = page.headers.get('content-security-policy');
  const { bytes, sheet } = await weigh(page);
  expect(bytes).toBeLessThan(40_000);
  expect(policy).toContain("style-src 'self' ");
  const css = await fetch(url + sheet);
  expect(css.headers.get('content-type')).toContain('text/css');
  expect(css.headers.get('cache-control')).toContain('immutable');
  // The very rules that other pages bring along.
  const inlined = /<style>(.*?)<\/style>/s.exec(await (await fetch(`${url}/classes`)).text());
  expect((await css.text()).trim()).toBe(inlined?.[1]?.trim());
});

test('a page whose calls fail links it too', async () => {
  const records = new DatabaseSync(join(folder, 'data', 'cadenza.sqlite'), { timeout: 10_000 });
  records.exec('ALTER TABLE blogs RENAME TO away');
  try {
    const page = await fetch(`${url}/blogs`);
    expect(page.status).toBe(500);
    const { bytes, sheet } = await weigh(page);
    expect(bytes).toBeLessThan(40_000);
    expect((await fetch(url + sheet)).headers.get('content-type')).toContain('text/css');
  } finally {
    records.exec('ALTER TABLE away RENAME TO blogs');
    records.close();
  }
});

test('it has the commands of an operator, beside the school that runs', async () => {
  const admin = (...argv: string[]) => {
    const main = join(folder, 'build', 'school', 'admin.js');
    const { status, stdout } = spawnSync(process.execPath, [main, ...argv], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout };
  };
  const backup = join(folder, 'school.backup');
  expect(admin('backup', backup)).toMatchObject({ status: 0, stdout: expect.stringContaining('SHA-256') });
  expect(admin('doctor')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +Backup/m) });
  expect(admin('restore', backup)).toMatchObject({ status: 1 });
  expect(admin('nothing')).toMatchObject({ status: 2 });
});

test('it signs people in', async () => {
  const answer = await fetch(
    `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'student@cadenza.example',
        password: DEMO_PASSWORD,
        returnSecureToken: true,
      }),
    },
  );
  expect(answer.status).toBe(200);
});

test('it decodes pictures in a process of their own', async () => {
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(60, 60).png())], 'picture.png', { type: 'image/png' }));
  const upload = await fetch(`${url}/images/1/upload?key=cadenza-web`, { method: 'POST', body: form });
  expect(upload.status).toBe(200);
  const { data } = (await upload.json()) as { data: { display_url: string } };
  expect((await fetch(data.display_url)).headers.get('content-type')).toBe('image/webp');
});
