import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, STUDENT } from '#server/database/seed/people.ts';
import { numberAt } from '#tests/support/second-factor.ts';
import {
  expectAccessible,
  expectFaultAt,
  expectNoSideways,
  registerByForm,
  registerPerson,
} from './areas.ts';
import { faultsOn } from './axe.ts';
import { expect, signIn, test } from './fixtures.ts';
import { mailedLink, mailsTo } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

const NEW_PASSWORD = 'Rehearsal?2';

const login = async (page: Page, email: string, password: string) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
};
const expectSignedIn = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();

test('a forgotten password is replaced by the link of a mail, and every other browser is signed out', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  const phone = await (await browser.newContext({ baseURL, userAgent: 'Phone' })).newPage();
  const email = await registerPerson(phone);

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText(/an email is on its way/)).toBeVisible();
  const link = await mailedLink(school, email, 'password');
  await page.goto(link);
  await expect(page.getByText(`For ${email}.`, { exact: false })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('weak');
  await page.getByLabel('Confirm password', { exact: true }).fill('weak');
  await page.getByRole('button', { name: 'Set my password' }).click();
  await expectFaultAt(page.getByLabel('New password', { exact: true }), 'Missing Capital letter');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set my password' }).click();
  await expect(page.getByText('Your new password is set.')).toBeVisible();
  await expectSignedIn(page);

  await phone.goto('/student');
  await expect(phone).toHaveURL(/\/login/);
  await login(phone, email, DEMO_PASSWORD);
  await expect(phone.getByRole('alert').filter({ hasText: "Email or password doesn't match" })).toBeVisible();

  // The link has done its work.
  await page.goto(link);
  await expect(page.getByText('This link has already been used', { exact: false })).toBeVisible();
});

test('an authenticator app that its owner did not add is taken back by the link of a mail', async ({
  page,
  school,
}) => {
  const email = await registerByForm(page);
  await page.goto(await mailedLink(school, email, 'Confirm'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();

  // Somebody who knows the password.
  const call = async (path: string, data: object) => {
    const url = `/identitytoolkit.googleapis.com/${path}?key=cadenza-web`;
    return (await page.request.post(url, { data })).json();
  };
  const { idToken } = await call('v1/accounts:signInWithPassword', { email, password: DEMO_PASSWORD });
  const begun = await call('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey, sessionInfo } = begun.totpSessionInfo;
  const verificationCode = numberAt(sharedSecretKey, Date.now());
  const totpVerificationInfo = { sessionInfo, verificationCode };
  await call('v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo });

  await page.goto(await mailedLink(school, email, 'second'));
  await expect(page.getByRole('heading', { name: 'Undo the second step of signing in?' })).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSideways(page);
    const shots = process.env.SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/undo-second-step-${width}.png`, fullPage: true });
  }
  await page.getByRole('button', { name: 'Undo the second step' }).click();
  await expect(page.getByRole('heading', { name: 'The second step is gone.', exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  const after = await call('v1/accounts:signInWithPassword', { email, password: DEMO_PASSWORD });
  expect(after.error.message).toBe('INVALID_PASSWORD');
});

test('nobody learns from the form whose address has an account', async ({ page }) => {
  await page.goto('/account/forgot');
  await page.getByLabel('Email').fill('nobody-at-all@cadenza.example');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText(/If nobody-at-all@cadenza.example has an account/)).toBeVisible();
});

test('an address is confirmed by the mail that registration sends', async ({ page, school }) => {
  const email = await registerByForm(page);
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Confirm your email' })).toBeVisible();
  await page.goto(await mailedLink(school, email, 'Confirm'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('You have confirmed this email.')).toBeVisible();
});

test('whoever opens an account with the address of somebody else is out of it once its owner reads the mail', async ({
  page: owner,
  browser,
  baseURL,
  school,
}) => {
  const stranger = await (await browser.newContext({ baseURL })).newPage();
  const email = await registerByForm(stranger, 'Somebody Else');
  const link = await mailedLink(school, email, 'Confirm');
  expect(mailsTo(school, email)[0]?.replace(/=\r?\n/g, '')).toContain(
    'If you did not create this account, do not confirm.',
  );

  // A click confirms nothing without a sign-in, and no other password does.
  await owner.goto(link);
  await owner.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await owner.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(owner.getByRole('alert').filter({ hasText: "Email or password doesn't match" })).toBeVisible();
  for (const width of [360, 768, 1280]) {
    await owner.setViewportSize({ width, height: 800 });
    await expectAccessible(owner);
    await expectNoSideways(owner);
    const shots = process.env.SHOTS;
    if (shots) await owner.screenshot({ path: `${shots}/confirm-${width}.png`, fullPage: true });
  }
  await stranger.goto('/account');
  await expect(stranger.getByRole('button', { name: 'Confirm your email' })).toBeVisible();

  await owner.getByRole('button', { name: 'Email me a link to a new password' }).click();
  await expect(owner.getByText(`An email is on its way to ${email}`, { exact: false })).toBeVisible();
  await owner.goto(await mailedLink(school, email, 'Choose'));
  await owner.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await owner.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await owner.getByRole('button', { name: 'Set my password' }).click();
  await expectSignedIn(owner);

  await stranger.goto('/student');
  await expect(stranger).toHaveURL(/\/login/);
  await login(stranger, email, DEMO_PASSWORD);
  await expect(
    stranger.getByRole('alert').filter({ hasText: "Email or password doesn't match" }),
  ).toBeVisible();
});

test('an address is confirmed on another device by who knows the password', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  const phone = await (await browser.newContext({ baseURL })).newPage();
  const email = await registerByForm(phone);
  await page.goto(await mailedLink(school, email, 'Confirm'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('You have confirmed this email.')).toBeVisible();
});

test('a person changes name and picture, and the whole site shows them', async ({ page }) => {
  await registerPerson(page);
  await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).fill('Paula Newname');
  await page.getByLabel('Profile image').setInputFiles('public/art/person-lena-480.webp');
  await expect(page.getByAltText('Preview of your profile')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your profile is saved')).toBeVisible();
  await expect(page.getByRole('banner').getByText('signed in as Paula Newname').first()).toBeAttached();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Paula Newname');
  await expect(page.getByRole('banner').locator('img[src^="/i/"]').first()).toBeVisible();
});

test('a person changes the password after giving the present one', async ({ page }) => {
  const email = await registerPerson(page);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'Password' });
  const change = async (current: string) => {
    await panel.getByLabel('Current password', { exact: true }).fill(current);
    await panel.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await panel.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
    await panel.getByRole('button', { name: 'Change password' }).click();
  };
  await change('Wrong!password');
  await expectFaultAt(
    page.getByLabel('Current password', { exact: true }),
    'That is not your current password.',
  );
  await change(DEMO_PASSWORD);
  await expect(page.getByText('Your password has been changed.', { exact: false })).toBeVisible();
  await page.goto('/student');
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await login(page, email, NEW_PASSWORD);
  await expectSignedIn(page);
});

test('another account is linked and taken off, and the last way in stays', async ({ page }) => {
  await registerPerson(page);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'Linked accounts' });
  const opened = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Link GitHub' }).click();
  await (await opened).getByRole('button', { name: 'Farah Qadiri' }).click();
  // Farah's address belongs to Farah's own account.
  await expect(panel.getByRole('alert')).toContainText('There is already an account with this email.');

  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await login(page, 'farah@cadenza.example', DEMO_PASSWORD);
  await expectSignedIn(page);
  await page.goto('/account');
  const again = page.waitForEvent('popup');
  await panel.getByRole('button', { name: 'Link GitHub' }).click();
  await (await again).getByRole('button', { name: 'Farah Qadiri' }).click();
  await expect(page.getByText('GitHub is linked')).toBeVisible();
  await panel.getByRole('button', { name: 'Unlink GitHub' }).click();
  await expect(page.getByText('GitHub is no longer linked')).toBeVisible();
});

test('a person sees where they are signed in and ends it, there and everywhere', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await registerPerson(page);
  const phone = await (
    await browser.newContext({ baseURL, userAgent: 'Mozilla/5.0 (iPhone) Safari/604' })
  ).newPage();
  await signIn(phone, email);
  // An ID token says in whole seconds when somebody signed in: nobody is ended within the second they came
  // in.
  await page.waitForTimeout(1500);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(page.getByText('That device is signed out')).toBeVisible();
  await phone.goto('/student');
  await expect(phone.getByText('Your session has ended. Please sign in again.')).toBeVisible();

  await signIn(phone, email);
  await phone.goto('/account');
  await phone.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(phone).toHaveURL('/');
  await expect(phone.getByText('You are signed out everywhere')).toBeVisible();
  await expect(phone.getByText('Your session has ended')).toBeHidden();
  await page.goto('/student');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('a person takes their data along and deletes the account, unless nobody else is admin', async ({
  page,
}) => {
  const email = await registerPerson(page);
  await page.goto('/account');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ profile: { email } });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account will be deleted in seven days')).toBeVisible();
  await login(page, email, DEMO_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Let it be deleted' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await login(page, email, DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expectSignedIn(page);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You are signed out everywhere')).toBeVisible();

  await login(page, 'admin@cadenza.example', DEMO_PASSWORD);
  await expectSignedIn(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toContainText('You are the school’s only admin. Make someone else an admin first.');
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toHaveCount(0);
});

test('who deletes the account is told by name what is given up and which money comes back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, STUDENT.email);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const part = (title: string) => dialog.locator('section').filter({ hasText: title });
  await expect(part('your money goes back')).toContainText('Songwriting Circle, $60');
  await expect(part('without a refund')).toContainText('Piano for Grown-Up Beginners, $60');
  await expect(part('waiting lists')).toContainText('Find Your Voice');
  await expectAccessible(page);
  await expectNoSideways(page);
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
});

for (const width of walkedAt(360, 1280)) {
  test(`the pages of signing in and of the account have no accessibility fault and fit ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const check = async (path: string) => {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      const violations = await faultsOn(page);
      expect(violations, path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
    };
    for (const path of [
      '/login',
      '/register',
      '/account/forgot',
      '/account/action?mode=verifyEmail&oobCode=x',
    ]) {
      await check(path);
    }
    await signIn(page, 'student@cadenza.example');
    await check('/account');
  });
}
