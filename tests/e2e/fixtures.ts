import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';

/** A school that runs for one worker: the process as `npm start` starts it, on a folder of its own and a port of the system's. */
export type RunningSchool = { url: string; dataDir: string; process: ChildProcess };

const ROOT = join(import.meta.dirname, '..', '..');
const START_MS = 60_000;

/** Starts the product and waits until it says where it listens. Rejects with what it printed when it ends instead. */
export async function startSchool(env: Record<string, string> = {}): Promise<RunningSchool> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'cadenza-e2e-'));
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The school did not start in time.\n${printed}`)),
      START_MS,
    );
    const read = (chunk: Buffer) => {
      printed += chunk;
      const found = / is listening at (http:\/\/\S+)/.exec(printed)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The school ended with code ${code}.\n${printed}`)));
  });
  return { url, dataDir, process: child };
}

export async function stopSchool(school: RunningSchool): Promise<void> {
  const ended = new Promise((resolve) => school.process.once('exit', resolve));
  school.process.kill('SIGTERM');
  await ended;
  rmSync(school.dataDir, { recursive: true, force: true });
}

/** Signs in on the login page as a person would, and waits until the header shows it. */
export async function signIn(page: Page, email: string, password: string = DEMO_PASSWORD) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

export const test = base.extend<{ faultless: undefined }, { school: RunningSchool }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const school = await startSchool();
      await use(school);
      await stopSchool(school);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
});

export { expect };
