import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { expectFaultAt, expectNoSideways } from './areas.ts';
import { expect, test } from './fixtures.ts';

const STUDENT = 'student@cadenza.example';
const expectSignedIn = (page: Page) =>
  expect(page.locator('header').first().getByRole('button', { name: 'Sign Out' })).toBeVisible();

type Fields = { name?: string; email: string; password: string; confirm?: string };
async function fillRegistration(page: Page, fields: Fields) {
  await page.getByLabel('Name').fill(fields.name ?? 'Nora Newcomer');
  await page.getByLabel('Email').fill(fields.email);
  await page.getByLabel('Password', { exact: true }).fill(fields.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(fields.confirm ?? fields.password);
}
const submitRegistration = (page: Page) =>
  page.locator('form').getByRole('button', { name: 'Register' }).click();

test('registration checks five things in order, then the name, each until the field is edited', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  const email = 'new@cadenza.example';
  const steps = [
    { name: '', email: '', password: '', fault: "Password or email can't be empty", at: 'Email' },
    { email, password: '', fault: "Password or email can't be empty", at: 'Password' },
    { email, password: 'abc', confirm: 'abd', fault: "Password Doesn't Match", at: 'Confirm password' },
    { email, password: 'abc', fault: 'Missing Capital letter', at: 'Password' },
    { email, password: 'Abc', fault: 'Missing Special Character', at: 'Password' },
    { email, password: 'Ab!', fault: 'Password Must be more than 6', at: 'Password' },
    { email, password: DEMO_PASSWORD, name: ' ', fault: 'Enter your name.', at: 'Name' },
  ];
  for (const { fault, at, ...fields } of steps) {
    await fillRegistration(page, fields);
    await submitRegistration(page);
    await expect(page.getByText(fault)).toBeVisible();
    await expectFaultAt(page.getByLabel(at, { exact: true }), fault);
    await page.getByLabel(at, { exact: true }).press('End');
    await page.getByLabel(at, { exact: true }).pressSequentially('x');
    await expect(page.getByText(fault)).toHaveCount(0);
  }
});

test('a person registers with a name and a picture and is a student', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Profile image').setInputFiles('public/art/person-lena-480.webp');
  await expect(page.getByAltText('Preview of your profile')).toBeVisible();
  await fillRegistration(page, { email: 'nora@cadenza.example', password: DEMO_PASSWORD });
  await submitRegistration(page);
  await expectSignedIn(page);
  const user = await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser'));
    return JSON.parse(localStorage.getItem(key ?? '') ?? '{}');
  });
  expect(user).toMatchObject({ displayName: 'Nora Newcomer', photoURL: expect.stringMatching(/^\/i\//) });
});

test('a photograph of a phone with more than 25 megapixels is made smaller before it is sent', async ({
  page,
}) => {
  const create = { width: 6000, height: 4800, channels: 3 as const, background: '#7a5ea8' };
  await page.goto('/register');
  const sent = page.waitForRequest((request) => request.url().includes('/images/1/upload'));
  await page.getByLabel('Profile image').setInputFiles({
    name: 'phone.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  });
  const preview = page.getByAltText('Preview of your profile');
  await expect(preview).toBeVisible();
  expect((await sent).headers().authorization).toBeUndefined();
  const stored = await page.request.get((await preview.getAttribute('src')) ?? '');
  const { width, height } = await sharp(await stored.body()).metadata();
  expect([width, height]).toEqual([1600, 1280]);
});

test('an address that has an account already is told so, also when it is not one', async ({ page }) => {
  await page.goto('/register');
  await fillRegistration(page, { email: STUDENT, password: DEMO_PASSWORD });
  await submitRegistration(page);
  await expectFaultAt(
    page.getByLabel('Email', { exact: true }),
    'There is already an account with this email. Sign in instead.',
  );
  await page.getByLabel('Email').fill('no-address');
  await submitRegistration(page);
  await expectFaultAt(
    page.getByLabel('Email', { exact: true }),
    'Enter an email address such as ana@example.com.',
  );
});

test('a failed upload of the profile image says Error', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Profile image').setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
});

test('a long email breaks where a phone ends, in what is said and on the account page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const email = 'wilhelmina.bartholomea.featherstonehaugh@conservatoire-of-music.example';
  await page.goto('/register');
  await fillRegistration(page, { email, password: DEMO_PASSWORD });
  await submitRegistration(page);
  const welcome = page.getByText('Welcome! Please confirm your email');
  await expect(welcome).toBeVisible();
  const beyond = await welcome.evaluate((text) => text.scrollWidth - text.clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
  await page.goto('/account');
  await expect(page.getByText(email)).toBeVisible();
  await expectNoSideways(page);
});
