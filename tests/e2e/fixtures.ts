import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Response } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { startBehindNginx } from '#tests/support/behind-nginx.ts';
import { findUndocumented } from '#tests/support/documented.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';
import { SEEDED_FOLDER } from '#tests/support/seeded-setup.ts';
import { APP_READY } from '#web/start.ts';
import { watchDialogs } from './dialogs.ts';

/** A school that runs for one worker, on a folder of its own and a port of the system's. */
export type RunningSchool = { url: string; dataDir: string; stop(): Promise<unknown> };

/**
 * Starts the product on a folder of its own, a demo school as a first start leaves it, and waits until it
 * listens: one process, or two behind nginx where BEHIND_NGINX is set.
 */
export async function startSchool(env: Record<string, string> = {}): Promise<RunningSchool> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-e2e-'));
  const seeded = process.env[SEEDED_FOLDER];
  // What the environment says may be in what is seeded.
  if (seeded && Object.keys(env).length === 0) cpSync(seeded, dataDir, { recursive: true });
  const own = { DATA_DIR: dataDir, ...env };
  if (process.env.BEHIND_NGINX) return { dataDir, ...(await startBehindNginx(own)) };
  const school = spawnSchool(own);
  return { dataDir, url: await school.listening, stop: () => stopSchool(school) };
}

/** Stops a school and removes its folder. */
export async function endSchool({ stop, dataDir }: RunningSchool): Promise<void> {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Signs in on the login page as a person would, and waits until the header shows it. */
export async function signInByForm(page: Page, email: string, password: string = DEMO_PASSWORD) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/**
 * Signs in by the calls that the login page makes, for journeys that begin behind it. The browser is then as
 * one in which somebody has signed in before, on a page that shows nothing.
 */
export const signIn = (page: Page, email: string, password: string = DEMO_PASSWORD) =>
  letIn(page, 'signInWithPassword', { email, password });

/** The same for somebody new. */
export const signUp = (page: Page, person: { email: string; password: string; name: string }) =>
  letIn(page, 'signUp', person);

async function letIn(
  page: Page,
  way: 'signInWithPassword' | 'signUp',
  person: { email: string; password: string; name?: string },
) {
  // Of this origin, and without a script that follows what is stored.
  await page.goto('/robots.txt');
  await page.evaluate(
    async ({ way, person: { email, password, name } }) => {
      const apiKey = 'cadenza-web';
      const ask = async (path: string, body: object, token?: string) => {
        const headers = {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
        return answer.json();
      };
      const identity = (operation: string, body: object) =>
        ask(`/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=${apiKey}`, body);
      const { localId, idToken, refreshToken, expiresIn } = await identity(way, {
        email,
        password,
        returnSecureToken: true,
      });
      if (name) await identity('update', { idToken, displayName: name });
      await ask('/api/users', { email, name }, idToken);
      const { token } = await ask('/api/jwt', { email }, idToken);
      // As the identity SDK keeps a person.
      const user = {
        uid: localId,
        email,
        emailVerified: false,
        displayName: name,
        isAnonymous: false,
        providerData: [],
        stsTokenManager: {
          refreshToken,
          accessToken: idToken,
          expirationTime: Date.now() + expiresIn * 1000,
        },
        createdAt: String(Date.now()),
        lastLoginAt: String(Date.now()),
        apiKey,
        appName: '[DEFAULT]',
      };
      localStorage.setItem(`firebase:authUser:${apiKey}:[DEFAULT]`, JSON.stringify(user));
      localStorage.setItem('access-token', token);
    },
    { way, person },
  );
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

/**
 * Goes back as the browser's button does. Where a page has shown another address, the browser's own history
 * can follow later, and would go back one entry too far until it has.
 */
export async function goBack(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await expect(async () => {
    const { currentIndex, entries } = await browser.send('Page.getNavigationHistory');
    expect(entries[currentIndex]?.url).toBe(await page.evaluate(() => location.href));
  }).toPass();
  await browser.detach();
  await page.goBack();
}

/**
 * Watches what a browser is answered by the calls, and gives what the document of the calls does not say of
 * it.
 */
function watchAnswers(context: BrowserContext): () => Promise<string[]> {
  const looks: Promise<string | undefined>[] = [];
  const look = async (response: Response) => {
    const body = await response.text().catch(() => undefined);
    // Of a page that was left meanwhile nothing is known any more.
    if (body === undefined) return undefined;
    const { pathname } = new URL(response.url());
    const type = response.headers()['content-type'] ?? '';
    return findUndocumented({
      method: response.request().method(),
      path: pathname,
      status: response.status(),
      type,
      body,
    });
  };
  context.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) looks.push(look(response));
  });
  return async () => (await Promise.all(looks)).filter((fault) => fault !== undefined);
}

type OfTest = { dialogs: undefined };
type OfWorker = { school: RunningSchool; dialogFaults: unknown[] };

export const test = base.extend<OfTest, OfWorker>({
  dialogFaults: [
    async ({ browser }, use) => {
      const faults: unknown[] = [];
      watchDialogs(browser, faults);
      await use(faults);
    },
    { scope: 'worker', auto: true },
  ],
  dialogs: [
    async ({ dialogFaults }, use) => {
      await use(undefined);
      report({ 'journeys walked': 1 });
      expect(dialogFaults.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    const findFaults = watchAnswers(context);
    await use(context);
    expect(await findFaults()).toEqual([]);
  },
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

/** Tests at a school of their own with these settings, one for each worker. */
export const testAt = (env: Record<string, string>) =>
  test.extend<object, { school: RunningSchool }>({
    school: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
      async ({}, use) => {
        const school = await startSchool(env);
        await use(school);
        await endSchool(school);
      },
      { scope: 'worker' },
    ],
  });
