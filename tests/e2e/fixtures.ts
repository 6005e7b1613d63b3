import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { APP_READY } from '#web/start.ts';

/** A school that runs for one worker, on a folder of its own and a port of the system's. */
export type RunningSchool = SchoolProcess & { url: string; dataDir: string };

/** Starts the product on a new folder (or `DATA_DIR`) and waits until it listens. */
export async function startSchool(env: Record<string, string> = {}): Promise<RunningSchool> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'cadenza-e2e-'));
  const school = spawnSchool({ DATA_DIR: dataDir, ...env });
  return { ...school, dataDir, url: await school.listening };
}

/** Stops a school and removes its folder. */
export async function endSchool(school: RunningSchool): Promise<void> {
  await stopSchool(school);
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

/** Touches a page that nobody has used yet, and waits until its scripts answer. */
export const use = (page: Page) =>
  page.evaluate(
    (ready) =>
      new Promise<void>((resolve) => {
        addEventListener(ready, () => resolve(), { once: true });
        dispatchEvent(new Event('touchstart'));
      }),
    APP_READY,
  );

export const test = base.extend<object, { school: RunningSchool }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const school = await startSchool();
      await use(school);
      await endSchool(school);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ school }, use) => use(school.url),
});

export { expect };
