import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectFaultAt, expectNoSideways } from './areas.ts';
import { test as base, endSchool, expect, type RunningSchool, signIn, startSchool } from './fixtures.ts';

base.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A school of its own, which has written what it asks people to agree to. */
const test = base.extend<object, { school: RunningSchool }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const school = await startSchool();
      await use(school);
      await endSchool(school);
    },
    { scope: 'worker' },
  ],
});

const write = (page: Page, slug: string, version: number) =>
  callAs(page, 'PUT', `/texts/${slug}`, { markdown: `Words of version ${version + 1}.`, version });

const consent = (page: Page) =>
  page.getByRole('checkbox', { name: 'I agree to the Terms of use and the Privacy policy.' });
const expectSignedIn = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();

async function expectGood(page: Page) {
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (!process.env.SHOTS) continue;
    const name = (await page.title()).replace(/\W+/g, '-');
    await page.screenshot({ path: `${process.env.SHOTS}/consent-${name}-${width}.png`, fullPage: true });
  }
}

/**
 * Somebody whom the identity service knows and the school does not, as after a first sign-in with another
 * service.
 */
async function newcomer(request: APIRequestContext): Promise<string> {
  const email = `person-${crypto.randomUUID()}@cadenza.example`;
  const data = { email, password: DEMO_PASSWORD, returnSecureToken: true };
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=cadenza-web';
  expect((await request.post(path, { data })).status()).toBe(200);
  return email;
}

async function logIn(page: Page, email: string) {
  await page.goto('/login?from=%2Fstudent');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
}

test('consent is asked for once the texts are written, after the five checks, and kept', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await signIn(page, ADMIN.email);
  await write(page, 'terms', 0);
  await write(page, 'privacy', 0);
  await page.evaluate(() => localStorage.clear());

  await page.goto('/register');
  await expectGood(page);
  const register = page.locator('form').getByRole('button', { name: 'Register' });
  await register.click();
  await expectFaultAt(page.getByLabel('Email'), "Password or email can't be empty");
  await page.getByLabel('Name').fill('Ana Agreeing');
  await page.getByLabel('Email').fill('agreeing@cadenza.example');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(DEMO_PASSWORD);
  await register.click();
  await expectFaultAt(consent(page), 'Please agree to the school’s rules first');
  const opened = page.waitForEvent('popup');
  await page.locator('form').getByRole('link', { name: 'Privacy policy' }).click();
  await expect((await opened).getByText('Words of version 1.')).toBeVisible();
  await consent(page).check();
  await expect(page.getByText('Please agree')).toHaveCount(0);
  await register.click();
  await expectSignedIn(page);
  const data = await callAs<{ consents: object[] }>(page, 'GET', '/account/data');
  expect(data.consents).toMatchObject([
    { slug: 'privacy', version: 1 },
    { slug: 'terms', version: 1 },
  ]);
});

test('somebody new who comes by a sign-in agrees first, or has no account', async ({ page, request }) => {
  const email = await newcomer(request);
  await logIn(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectGood(page);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expectFaultAt(page.getByLabel('Your name'), 'Enter your name.');
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expectFaultAt(consent(page), 'Please agree to the school’s rules first');
  // A reload keeps the question, and other pages show a visitor's header.
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.locator('form').getByRole('button', { name: 'Login' })).toBeVisible();

  await logIn(page, email);
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await consent(page).check();
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page).toHaveURL('/student');
  await expectSignedIn(page);
  await expect(page.getByText('Nora Newcomer').first()).toBeVisible();
});

test('a text that changes while somebody reads it is agreed to as it is then', async ({
  page,
  request,
  browser,
}) => {
  const email = await newcomer(request);
  await logIn(page, email);
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await consent(page).check();
  const other = await browser.newContext();
  const admin = await other.newPage();
  await signIn(admin, ADMIN.email);
  await write(admin, 'terms', 1);
  await other.close();
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(consent(page)).not.toBeChecked();
  await expect(page.getByRole('alert')).toContainText(['changed']);
  await consent(page).check();
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expectSignedIn(page);
});

test('an account for which a program said no name is asked for it at its next sign-in, once', async ({
  page,
  request,
}) => {
  const email = await newcomer(request);
  const signedIn = await request.post(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web',
    { data: { email, password: DEMO_PASSWORD, returnSecureToken: true } },
  );
  const headers = { authorization: `Bearer ${(await signedIn.json()).idToken}` };
  expect((await request.post('/api/users', { headers, data: { email } })).status()).toBe(200);
  await logIn(page, email);
  await expect(page.getByText('What is your name?')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expectGood(page);
  await page.getByLabel('Your name').fill('Nora Latecomer');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/student');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, email);
  await expect(page).toHaveURL('/student');
  await expect(page.getByText('Nora Latecomer').first()).toBeVisible();
});
