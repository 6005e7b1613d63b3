import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { STEP_S, stepAt } from '#embedded/identity/second-factor/totp.ts';
import { openSqlite } from '#server/database/open.ts';
import { ADMIN, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { writeSetting } from '#server/database/settings/settings.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { numberAt } from '#tests/support/second-factor.ts';
import { SEEDED_FOLDER } from '#tests/support/seeded-setup.ts';
import { row } from './admin.ts';
import { expectAccessible, expectFaultAt, expectNoSideways, registerByForm } from './areas.ts';
import { test as base, endSchool, expect, type RunningSchool, test as shared, signIn } from './fixtures.ts';
import { mailedLink, mailedText, proveAddress } from './mailed-link.ts';

const WRONG = 'That number does not match, or has been used already. Enter the one that the app shows now.';

/** Looks at the page at the width of a phone and of a desk. */
async function look(page: Page, name: string) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSideways(page);
    const shots = process.env.SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}.png` });
  }
}

const stepDialog = (page: Page) => page.getByRole('dialog', { name: 'Second step' });
const signOutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' });

async function firstStep(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
}
async function secondStep(page: Page, typed: string) {
  await stepDialog(page).getByLabel('Number or recovery code').fill(typed);
  await stepDialog(page).getByRole('button', { name: 'Continue' }).click();
}
async function signOut(page: Page) {
  await signOutButton(page).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
}

/** The step of the latest number of each key. */
const used = new Map<string, number>();

/** A number of the app that has not been used yet: each counts once, and none before a later one. */
async function nextNumber(key: string): Promise<string> {
  const now = () => stepAt(Date.now());
  const step = Math.max(now(), (used.get(key) ?? 0) + 1);
  // One that is a step ahead is taken.
  await expect.poll(now, { timeout: 2 * STEP_S * 1000 }).toBeGreaterThanOrEqual(step - 1);
  used.set(key, step);
  return numberAt(key, step * STEP_S * 1000);
}

/** Reads the key and enters its number; gives the key and the codes that follow. */
async function finishSetUp(page: Page) {
  const key = (await page.locator('code').first().innerText()).replaceAll(' ', '');
  await page.getByLabel('Number that the app shows').fill(await nextNumber(key));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const codes = page.getByRole('listitem').filter({ hasText: /^\w{4}(-\w{4}){3}$/ });
  await expect(codes).toHaveCount(10);
  return { key, codes: await codes.allInnerTexts() };
}

/** A student with a proved address, on the page of their account. */
async function openAccount(page: Page, school: RunningSchool) {
  const email = await registerByForm(page);
  await proveAddress(page, school, email);
  await page.goto('/account');
  return email;
}

shared.describe('the second step of signing in', () => {
  shared(
    'is set up on the account’s page, asked at each sign-in, and turned off again',
    async ({ page, school }) => {
      shared.slow();
      const email = await openAccount(page, school);
      await page.getByRole('button', { name: 'Set up the second step' }).click();
      const dialog = page.getByRole('dialog', { name: 'Set up the second step' });
      await expect(dialog.getByRole('img', { name: /Code for the authenticator app/ })).toBeVisible();
      await look(page, 'set-up');
      await dialog.getByLabel('Number that the app shows').fill('12');
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await expectFaultAt(dialog.getByLabel('Number that the app shows'), WRONG);
      const { key, codes } = await finishSetUp(page);
      await look(page, 'codes');
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(`recovery codes of ${email}`, { exact: false })).toBeVisible();
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('heading', { name: 'My Account' })).toBeHidden();
      await page.emulateMedia({ media: null });
      await dialog.getByRole('button', { name: 'I have kept them' }).click();
      await expect(page.getByText('Signing in asks for a number from your authenticator app.')).toBeVisible();
      await look(page, 'account-with-factor');

      await signOut(page);
      await firstStep(page, email);
      await expect(stepDialog(page).getByLabel('Number or recovery code')).toBeFocused();
      await look(page, 'second-step');
      await secondStep(page, '12');
      await expectFaultAt(stepDialog(page).getByLabel('Number or recovery code'), WRONG);
      const now = await nextNumber(key);
      await secondStep(page, `${now.slice(0, 3)} ${now.slice(3)}`);
      await expect(signOutButton(page)).toBeVisible();

      await page.goto('/account');
      await page.getByRole('button', { name: 'New recovery codes' }).click();
      const anew = page.getByRole('dialog', { name: 'Your recovery codes' });
      await expect(anew.getByRole('listitem')).toHaveCount(10);
      const [first = ''] = await anew.getByRole('listitem').allInnerTexts();
      await anew.getByRole('button', { name: 'I have kept them' }).click();

      await signOut(page);
      await firstStep(page, email);
      // Those of before count no more.
      await secondStep(page, codes[0] ?? '');
      await expectFaultAt(stepDialog(page).getByLabel('Number or recovery code'), WRONG);
      await secondStep(page, first.toLowerCase());
      await expect(signOutButton(page)).toBeVisible();

      await page.goto('/account');
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page
        .getByRole('dialog', { name: 'Turn off the second step?' })
        .getByRole('button', { name: 'Turn off' })
        .click();
      await expect(page.getByText('The second step is turned off.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Set up the second step' })).toBeVisible();
      await signOut(page);
      await firstStep(page, email);
      await expect(signOutButton(page)).toBeVisible();
    },
  );

  shared(
    'left at a sign-in leaves nobody signed in, and another try asks again',
    async ({ page, school }) => {
      const email = await openAccount(page, school);
      await page.getByRole('button', { name: 'Set up the second step' }).click();
      const { key } = await finishSetUp(page);
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
      await signOut(page);
      await firstStep(page, email);
      await stepDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Without the second step' })).toBeVisible();
      await page.locator('form').getByRole('button', { name: 'Login' }).click();
      await secondStep(page, await nextNumber(key));
      await expect(signOutButton(page)).toBeVisible();
      // Who changes the password says both once more.
      await page.goto('/account');
      await page.getByLabel('Current password').fill(DEMO_PASSWORD);
      await page.getByLabel('New password', { exact: true }).fill('Rehearsal?2');
      await page.getByLabel('Confirm new password').fill('Rehearsal?2');
      await page.getByRole('button', { name: 'Change password' }).click();
      await secondStep(page, await nextNumber(key));
      await expect(page.getByText('Your password has been changed', { exact: false })).toBeVisible();
    },
  );

  shared(
    'of a thief in the session is undone by the link in the mail',
    async ({ page, browser, baseURL, school }) => {
      const email = await openAccount(page, school);
      const thief = await (await browser.newContext({ baseURL })).newPage();
      await firstStep(thief, email);
      await expect(signOutButton(thief)).toBeVisible();
      await thief.goto('/account');
      await thief.getByRole('button', { name: 'Set up the second step' }).click();
      await finishSetUp(thief);
      await thief.getByRole('button', { name: 'I have kept them' }).click();
      await expect(thief.getByRole('button', { name: 'Turn off' })).toBeVisible();

      // The owner is out, and reads why.
      await page.goto('/student');
      await expect(page).toHaveURL(/\/login/);
      await page.goto(await mailedLink(school, email, 'second'));
      await page.getByRole('button', { name: 'Undo the second step' }).click();
      await expect(
        page.getByRole('heading', { name: 'The second step is gone.', exact: false }),
      ).toBeVisible();
      await thief.goto('/account');
      await expect(thief).toHaveURL(/\/login/);
    },
  );

  shared(
    'is taken away by another admin where phone and codes are lost',
    async ({ page, browser, baseURL, school }) => {
      const owner = await (await browser.newContext({ baseURL })).newPage();
      const email = await openAccount(owner, school);
      await owner.getByRole('button', { name: 'Set up the second step' }).click();
      await finishSetUp(owner);
      await owner.getByRole('button', { name: 'I have kept them' }).click();
      await expect(owner.getByRole('button', { name: 'Turn off' })).toBeVisible();

      await signIn(page, ADMIN.email);
      await page.goto(`/admin/manageusers?q=${email}`);
      await row(page, email)
        .getByRole('button', { name: /^Second step/ })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Take away the second step of Paula Person?' });
      await expect(dialog).toBeVisible();
      await look(page, 'take-away');
      await dialog.getByRole('button', { name: 'Take it away' }).click();
      await expect(page.getByText('The second step is taken away.')).toBeVisible();
      await row(page, email)
        .getByRole('button', { name: /^Second step/ })
        .click();
      const none = page.getByRole('dialog', { name: 'Second step of Paula Person' });
      await expect(none.getByText('This account has none', { exact: false })).toBeVisible();
      await none.getByRole('button', { name: 'Close' }).last().click();
      // An admin does not take their own away.
      await page.goto(`/admin/manageusers?q=${ADMIN.email}`);
      await expect(row(page, ADMIN.email).getByRole('button', { name: /^Make Instructor/ })).toBeVisible();
      await expect(row(page, ADMIN.email).getByRole('button', { name: /^Second step/ })).toBeHidden();
      await page.goto('/admin/log?about=user');
      await expect(
        page.getByRole('listitem').filter({ hasText: 'took away the second step of' }).first(),
      ).toBeVisible();

      expect(
        await mailedText(school, email, 'Signing in to Cadenza no longer asks for a second step'),
      ).toContain(ADMIN.name);
      await owner.goto('/student');
      await expect(owner).toHaveURL(/\/login/);
      await firstStep(owner, email);
      await expect(signOutButton(owner)).toBeVisible();
    },
  );
});

/** A demo school that has been asking who runs it for twenty days. */
const asking = base.extend<object, { school: RunningSchool }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-factor-'));
      cpSync(process.env[SEEDED_FOLDER] ?? '', dataDir, { recursive: true });
      const records = openSqlite(dataDir);
      const since = Date.now() - 20 * 24 * 60 * 60_000;
      await writeSetting(records.db, 'second-factor-since', String(since));
      await records.close();
      const running = spawnSchool({ DATA_DIR: dataDir, REQUIRE_SECOND_FACTOR: 'admins' });
      await use({ dataDir, url: await running.listening, stop: () => stopSchool(running) });
      await endSchool({ dataDir, url: '', stop: () => stopSchool(running) });
    },
    { scope: 'worker' },
  ],
});

asking(
  'an admin sets it up before anything else, and somebody new in the office is reminded',
  async ({ page, browser, baseURL, school }) => {
    asking.slow();
    await firstStep(page, ADMIN.email);
    await expect(page.getByRole('heading', { name: 'One more step to your school' })).toBeVisible();
    // Nothing else opens.
    await page.goto('/admin/manageusers?q=theo');
    await expect(page.getByRole('heading', { name: 'One more step to your school' })).toBeVisible();
    const confirm = page.getByRole('button', { name: 'Confirm your email' });
    const begin = page.getByRole('button', { name: 'Set up the second step' });
    await expect(confirm.or(begin)).toBeVisible();
    if (await confirm.isVisible()) {
      await look(page, 'needed-unproved');
      await confirm.click();
      await expect(page.getByText('An email is on its way', { exact: false })).toBeVisible();
      const other = await (await browser.newContext({ baseURL })).newPage();
      await other.goto(await mailedLink(school, ADMIN.email, 'Confirm'));
      await other.getByLabel('Password').fill(DEMO_PASSWORD);
      await other.getByRole('button', { name: 'Confirm my email' }).click();
      await expect(other.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();
      await page.getByRole('button', { name: 'I have confirmed it' }).click();
    }
    await expect(begin).toBeVisible();
    await look(page, 'needed');
    await begin.click();
    await expect(page.getByLabel('Number that the app shows')).toBeVisible();
    await look(page, 'needed-set-up');
    await finishSetUp(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(/\/admin\/manageusers\?q=theo/);

    await row(page, 'theo@')
      .getByRole('button', { name: /^Make office|^Office/i })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /office/i })
      .click();
    await expect(page.getByText('Role Updated')).toBeVisible();
    const theo = await (await browser.newContext({ baseURL })).newPage();
    await firstStep(theo, 'theo@cadenza.example');
    await expect(signOutButton(theo)).toBeVisible();
    await theo.goto('/admin');
    await expect(theo.getByText('14 days left', { exact: false })).toBeVisible();
    await look(theo, 'reminded');
    await theo.getByRole('link', { name: 'Set up the second step of signing in' }).click();
    await expect(theo.getByRole('heading', { name: 'Second step of signing in' })).toBeVisible();
  },
);
