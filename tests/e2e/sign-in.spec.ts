import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { ADMIN, DEMO_PASSWORD, INSTRUCTORS } from '#server/database/seed/people.ts';
import { expect, signInByForm, test } from './fixtures.ts';

const STUDENT = 'student@cadenza.example';
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('access-token'));
const header = (page: Page) => page.locator('header').first();
const expectSignedIn = (page: Page) =>
  expect(header(page).getByRole('button', { name: 'Sign Out' })).toBeVisible();
const expectSignedOut = (page: Page) =>
  expect(header(page).getByRole('link', { name: 'Sign in' })).toBeVisible();

/** Signs in with an account of another service, as one of the demo people. */
async function signInAt(page: Page, service: string, person: string) {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Continue with ${service}` }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: person }).click();
}

test('a visitor who never signed in does not load the identity SDK', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/');
  await expectSignedOut(page);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => /identity/.test(url))).toEqual([]);
});

test('a person signs in with email and password, stays signed in, and signs out', async ({ page }) => {
  await signInByForm(page, STUDENT);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await tokenIn(page)).toMatch(/^ey/);
  await page.reload();
  await expectSignedIn(page);
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await header(page).getByRole('button', { name: 'Sign Out' }).click();
  await expectSignedOut(page);
  expect(await tokenIn(page)).toBeNull();
});

test('a wrong password and an unknown address say the same', async ({ page }) => {
  await page.goto('/login');
  for (const email of [STUDENT, 'nobody@cadenza.example']) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Wrong!password');
    await page.locator('form').getByRole('button', { name: 'Login' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: "Email or password doesn't match" }),
    ).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('');
    await expect(page.getByText("Email or password doesn't match")).toHaveCount(0);
  }
});

test('Google sign-in goes back two steps, home where there is no history', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Classes' }).first().click();
  await expect(page).toHaveURL(/classes/);
  await header(page).getByRole('link', { name: 'Sign in' }).click();
  await signInAt(page, 'Google', 'Lena Fairweather');
  await expectSignedIn(page);
  await expect(page).toHaveURL('/');

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  const fresh = await context.newPage();
  await fresh.goto('/login');
  await signInAt(fresh, 'Google', 'Lena Fairweather');
  await expectSignedIn(fresh);
  await expect(fresh).toHaveURL('/');
});

test('GitHub sign-in works, also after it was cancelled there', async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await (await opened).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText(['The sign-in was cancelled at the other service.']);
  await signInAt(page, 'GitHub', 'Theo Abara');
  await expectSignedIn(page);
});

test('a sign-in leads back to where the person was going, and never to another origin', async ({ page }) => {
  await page.goto('/student');
  await expect(page).toHaveURL('/login?from=%2Fstudent');
  for (const [from, to] of [
    ['%2Fclasses%3Fq%3Dpiano', '/classes?q=piano'],
    ['%2F%2Fevil.example', '/'],
    ['%2F%5Cevil.example', '/'],
    ['%2F.%2F%2Fevil.example', '/'],
  ]) {
    await page.goto(`/login?from=${from}`);
    await page.getByLabel('Email').fill(STUDENT);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Login' }).click();
    await expectSignedIn(page);
    await expect(page).toHaveURL(to ?? '/');
    await header(page).getByRole('button', { name: 'Sign Out' }).click();
    await expectSignedOut(page);
  }
});

test('who works at the school lands on their own first page, unless they were on the way to another', async ({
  page,
}) => {
  for (const [email, landing] of [
    [INSTRUCTORS.clara.email, '/instructor'],
    [ADMIN.email, '/admin'],
  ] as const) {
    await signInByForm(page, email);
    await expect(page).toHaveURL(landing);
    // Who is signed in already is led home.
    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await header(page).getByRole('button', { name: 'Sign Out' }).click();
    await expectSignedOut(page);
    await page.goto('/login?from=%2Fclasses');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/classes');
    await header(page).getByRole('button', { name: 'Sign Out' }).click();
    await expectSignedOut(page);
  }
});

test('two tabs are one session: signed in, renewed and signed out together', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/');
  await expectSignedOut(other);
  await signInByForm(page, STUDENT);
  await expectSignedIn(other);
  expect(await tokenIn(other)).toBe(await tokenIn(page));
  await header(page).getByRole('button', { name: 'Sign Out' }).click();
  await expectSignedOut(other);
  expect(await tokenIn(other)).toBeNull();
});

test('an access token that has ended is renewed unseen', async ({ page }) => {
  await signInByForm(page, STUDENT);
  await page.evaluate(() => localStorage.setItem('access-token', 'e30.e30.ended'));
  await page.goto('/student');
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
  await expect.poll(() => tokenIn(page)).not.toBe('e30.e30.ended');
});

test('a session revoked elsewhere ends with a sentence, and signing in leads back', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByForm(page, STUDENT);
  await page.goto('/student');
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();

  const phone = await (await browser.newContext({ baseURL, userAgent: 'Phone' })).newPage();
  await signInByForm(phone, STUDENT);
  await phone.goto('/account');
  await phone.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectSignedOut(phone);

  await page.getByRole('link', { name: 'My Selected Class' }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(
    page.getByRole('main').getByText('Your session has ended. Please sign in again.'),
  ).toBeVisible();
  expect(await tokenIn(page)).toBeNull();
});

test('the network dying leaves the person signed in and says what is wrong', async ({ page, context }) => {
  await signInByForm(page, STUDENT);
  await page.goto('/student');
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
  await expectSignedIn(page);
  await context.route('**/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'My Selected Class' }).click();
  await expect(
    page.getByText('The school cannot be reached. Check your connection and try again.'),
  ).toBeVisible();
  await expectSignedIn(page);
  await context.unroute('**/api/**');
  // The page may ask again by itself in this moment.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Retry' });
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(page.getByRole('heading', { name: 'My Selected Class' })).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a page loaded while the school cannot be reached keeps the person signed in and says what is wrong', async ({
  page,
  context,
}) => {
  await signInByForm(page, STUDENT);
  await context.route('**/api/**', (route) => route.abort());
  await page.goto('/student');
  await expect(
    page.locator('#content').getByText('The school cannot be reached. Check your connection and try again.'),
  ).toBeVisible();
  await expectSignedIn(page);
  await context.unroute('**/api/**');
  await page.locator('#content').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
});

test('the identity service’s token is renewed in the background five minutes before it ends', async ({
  page,
}) => {
  await page.clock.install();
  await signInByForm(page, STUDENT);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/token')) renewals.push(request.url());
  });
  await page.clock.fastForward('54:30');
  expect(renewals).toEqual([]);
  const renewed = page.waitForRequest(/securetoken\.googleapis\.com\/v1\/token/);
  await page.clock.fastForward('01:00');
  await renewed;
});

test('a window of another service that its owner closes says so, and the password still works meanwhile', async ({
  page,
}) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await (await opened).close();
  await expect(page.locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
  await expect(page.getByRole('alert')).toContainText(
    ['The sign-in window was closed before it was finished.'],
    { timeout: 20_000 },
  );
});

test('a window that the browser blocks says so', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByRole('alert')).toContainText(['Your browser blocked the sign-in window.']);
});

test('a person whose account is disabled is signed out with a sentence and does not get in again', async ({
  page,
  school,
}) => {
  const email = 'marcus@cadenza.example';
  await signInByForm(page, email);
  const file = readdirSync(school.dataDir).find((name) => name.endsWith('.sqlite')) ?? '';
  const database = new DatabaseSync(join(school.dataDir, file));
  database.prepare('update identity_accounts set disabled = 1 where email = ?').run(email);
  database.close();
  await page.goto('/student');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await tokenIn(page)).toBeNull();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('This account has been disabled. Please ask the school.')).toBeVisible();
});

test('without scripts, or before they run, a way in says so and sends no form to nowhere', async ({
  browser,
  school,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: school.url });
  const page = await context.newPage();
  for (const path of [
    '/login',
    '/register',
    '/account/forgot',
    '/student',
    '/instructor',
    '/admin',
    '/account',
  ]) {
    // Read in the source: a browser of a test does not show what stands there.
    expect(await (await page.goto(path))?.text(), path).toContain('<noscript><p');
    if (/^.(student|instructor|admin)/.test(path)) await expect(page.locator('h1'), path).toBeHidden();
    for (const button of await page.locator('main form[method=post] [type=submit]').all()) {
      await expect(button, path).toBeDisabled();
    }
  }
  await context.close();
});

test('a class that does not exist is not asked for again', async ({ page }) => {
  await signInByForm(page, STUDENT);
  await page.goto('/student/class/payment/no-such-class');
  await expect(page.getByText('This class does not exist.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('while it is found out who is here, who was signed in sees the heading of their page alone', async ({
  page,
}) => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await signInByForm(page, STUDENT);
  await page.route('**/accounts:lookup*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto('/student/week');
  const heading = page.getByRole('heading', { level: 1, name: 'My week' });
  const area = page.getByRole('navigation', { name: 'Student area' });
  await expect(heading).toBeVisible();
  await expect(area).toBeHidden();
  answer();
  await expect(area).toBeVisible();
  await expect(heading).toBeVisible();
});
