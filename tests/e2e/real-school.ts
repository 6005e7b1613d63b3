import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openMailServer } from '#tests/support/mail-server.ts';
import { freePort } from '#tests/support/postgres.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { test as base, endSchool, expect, type RunningSchool } from './fixtures.ts';

/** A school in production, on an empty folder, with a mail server and the card service's sandbox by name. */
export type RealSchool = RunningSchool & {
  mails: Awaited<ReturnType<typeof openMailServer>>;
  inside: string;
  admin: (...argv: string[]) => void;
};

const ORIGIN = 'https://school.example';

/** The first admin, whom the settings name. */
export const HEAD = { email: 'head@school.example', password: 'Quiet-oboe-7!' };

/** For journeys on a real school, from its first start on; `env` has settings of its own. */
export const onRealSchool = (env: Record<string, string> = {}) =>
  base.extend<object, { school: RealSchool }>({
    school: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
      async ({}, use) => {
        const mails = await openMailServer();
        const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-real-'));
        const port = String(await freePort());
        const settings = {
          NODE_ENV: 'production',
          DATA_DIR: dataDir,
          PORT: port,
          PUBLIC_URL: ORIGIN,
          ADMIN_EMAIL: HEAD.email,
          ADMIN_PASSWORD: HEAD.password,
          SCHOOL_NAME: 'Reed & Bow',
          SMTP_URL: mails.url,
          MAIL_FROM: 'office@school.example',
          CARD_SANDBOX: 'on',
          RATE_LIMIT_FACTOR: '10',
          ...env,
        };
        const running = spawnSchool(settings);
        await running.listening;
        const admin = (...argv: string[]) =>
          void execFileSync(process.execPath, [join('build', 'school', 'admin.js'), ...argv], {
            env: settings,
          });
        const inside = `http://127.0.0.1:${port}`;
        const school = { url: ORIGIN, dataDir, mails, inside, admin, stop: () => stopSchool(running) };
        await use(school);
        await endSchool(school);
        await mails.close();
      },
      { scope: 'worker' },
    ],
    context: async ({ context, school }, use) => {
      await leadInside(context, school);
      await use(context);
    },
  });

/** What a proxy with a certificate does for a school: https outside, and the process inside. */
const leadInside = (context: BrowserContext, { inside }: RealSchool) =>
  context.route(`${ORIGIN}/**`, async (route) => {
    const url = route.request().url().replace(ORIGIN, inside);
    const answer = await route.fetch({ url, maxRedirects: 0 }).catch(() => undefined);
    // The page was left meanwhile.
    await (answer ? route.fulfill({ response: answer }) : route.abort()).catch(() => {});
  });

/** A page in a browser that no other person of the journey uses. */
export async function newPerson(browser: Browser, school: RealSchool): Promise<Page> {
  const context = await browser.newContext({ baseURL: ORIGIN, reducedMotion: 'reduce' });
  await leadInside(context, school);
  return context.newPage();
}

/** The link of the newest mail to an address whose subject has this word, once it has come. */
export async function linkMailed({ mails }: RealSchool, to: string, word: RegExp): Promise<string> {
  const find = () => {
    const mail = mails.to(to).findLast(({ subject }) => word.test(subject));
    return /^https:\S+$/m.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** Fills the form of a card that is charged, and pays. */
export async function payByCard(page: Page) {
  await page.getByLabel(/card number/i).fill('4242424242424242');
  await page.getByLabel(/expir/i).fill('1234');
  await page.getByLabel(/cvc|security code/i).fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
}
