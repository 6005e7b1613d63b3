import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { row } from './admin.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signInByForm } from './fixtures.ts';
import { HEAD, newPerson, onRealSchool, payByCard } from './real-school.ts';

/*
 * A real school from an empty folder to the first student who has paid, as its head of school walks it: in
 * production, with a mail server, and with the card service's sandbox by name.
 */

const test = onRealSchool();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TEACHER = { email: 'clara@school.example', password: 'Rosin-and-bow-3!', name: 'Clara Weiss' };
const STUDENT = { email: 'ana@school.example', password: 'Metronome-120!', name: 'Ana Costa' };

async function register(page: Page, { email, password, name }: typeof STUDENT) {
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'I agree to the Privacy policy.' }).check();
  await page.locator('form').getByRole('button', { name: 'Register' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

const line = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
const expectDone = (page: Page, title: string) =>
  expect(line(page, title).getByRole('heading')).toHaveAccessibleName(`${title} (done)`);

async function expectGood(page: Page, name: string) {
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
  }
}

test('a head of school opens it, and the first student pays', async ({ page, browser, school }) => {
  test.setTimeout(300_000);

  await test.step('the first admin is led to what is still to do', async () => {
    await signInByForm(page, HEAD.email, HEAD.password);
    await expect(page).toHaveURL('/admin/start');
    await expect(page.getByText('0 of 8 done')).toBeVisible();
    await expectGood(page, 'start');
    // The dashboard is one step away, and says what is open.
    await page
      .getByRole('navigation', { name: 'Admin area' })
      .getByRole('link', { name: 'Dashboard' })
      .click();
    await expect(page.getByText('8 things are left to do before the school opens.')).toBeVisible();
    await page.getByRole('button', { name: 'Put away' }).click();
    await expect(page.getByText('8 things are left')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Free places' })).toBeVisible();
    await expect(page.getByText('8 things are left')).toHaveCount(0);
    await page
      .getByRole('navigation', { name: 'Admin area' })
      .getByRole('link', { name: 'Before you open' })
      .click();
  });

  await test.step('has no class yet, which its lists say without speaking of a search', async () => {
    await page.goto('/admin/manageclass');
    await expect(page.getByText('There is no class yet.')).toBeVisible();
    await page.goto('/classes');
    await expect(page.getByText('No class is open for enrolment yet.')).toBeVisible();
    await expect(page.getByText('0 classes found')).toBeVisible();
    await expectGood(page, 'no-class');
    await page.goto('/admin/start');
  });

  await test.step('says where the school is, and comes back', async () => {
    await page.getByRole('link', { name: 'Fill in: Name and address' }).click();
    await page.getByLabel('Street and number').fill('4 Harbour Row');
    await page.getByLabel('Postcode').fill('H91 E2');
    await page.getByLabel('Town').fill('Galway');
    await page.getByLabel('Country').fill('Ireland');
    await page.getByLabel('Time zone').fill('Europe/Dublin');
    await page.getByLabel('Email', { exact: true }).fill('office@school.example');
    await page.locator('form').first().getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Everything above is saved.')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Admin area' })
      .getByRole('link', { name: 'Before you open' })
      .click();
    for (const title of ['Name and address', 'How people reach you', 'Time zone'])
      await expectDone(page, title);
  });

  await test.step('writes the privacy text', async () => {
    await page.getByRole('link', { name: 'Write: Privacy policy' }).click();
    await page.getByRole('button', { name: 'Begin with an outline' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('## What we keep\n\nYour name and your email.');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published: everyone can read it now.')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Admin area' })
      .getByRole('link', { name: 'Before you open' })
      .click();
    await expectDone(page, 'Privacy policy');
  });

  await test.step('tries the mail server', async () => {
    school.mails.refusal = 'No such sender here';
    await page.getByRole('button', { name: 'Send me an email' }).click();
    await expect(line(page, 'Emails are sent').getByRole('alert')).toContainText('No such sender here');
    await expectGood(page, 'start-refused');
    school.mails.refusal = undefined;
    await page.getByRole('button', { name: 'Send me an email' }).click();
    await expectDone(page, 'Emails are sent');
    expect(school.mails.to(HEAD.email).at(-1)?.subject).toBe('A test from Reed & Bow');
  });

  const teacher = await newPerson(browser, school);
  await test.step('somebody who will teach registers, and becomes an instructor', async () => {
    await register(teacher, TEACHER);
    await page.goto('/admin/manageusers');
    await row(page, TEACHER.email)
      .getByRole('button', { name: /^Make Instructor/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Instructor' }).click();
    await expect(page.getByText('Role Updated')).toBeVisible();
  });

  await test.step('adds a class, which is on the list at once', async () => {
    await page.goto('/admin/start');
    await page.getByRole('link', { name: 'Manage classes: A first class' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Add Class' }).first().click();
    await page.getByLabel('Instructor', { exact: true }).selectOption(TEACHER.email);
    await page.getByLabel('Class Name').fill('First Fiddle');
    await page.getByLabel(/^Price/).fill('60');
    await page.getByLabel('Available Seat').fill('8');
    const create = { width: 640, height: 480, channels: 3 as const, background: '#5b2a6e' };
    const buffer = await sharp({ create }).png().toBuffer();
    await page.getByLabel('Image').setInputFiles({ name: 'fiddle.png', mimeType: 'image/png', buffer });
    await expect(page.getByAltText('Preview of the class')).toBeVisible();
    await page.getByRole('button', { name: 'Add Class' }).click();
    await expect(page.getByText('Class Added Successfully')).toBeVisible();
    await expect(row(page, 'First Fiddle')).toContainText('approved');
  });

  const student = await newPerson(browser, school);
  await test.step('a student registers, and confirms the address by the mail', async () => {
    await register(student, STUDENT);
    const links = () => school.mails.to(STUDENT.email).map(({ text }) => /^https:\S+$/m.exec(text)?.[0]);
    await expect.poll(links).toHaveLength(1);
    await student.goto(links()[0] ?? '');
    await student.getByRole('main').getByRole('button').first().click();
    await expect(student.getByText(/confirmed/i).first()).toBeVisible();
  });

  await test.step('chooses the class, pays and is enrolled', async () => {
    await student.goto('/classes');
    const card = student.getByRole('article').filter({ hasText: 'First Fiddle' });
    await card.getByRole('button', { name: /^Select/ }).click();
    await expect(student.getByText("You've Selected Class")).toBeVisible();
    await student.goto('/student/class/selected');
    await row(student, 'First Fiddle').getByRole('link', { name: 'Pay Now' }).click();
    await payByCard(student);
    await student.goto('/student/class/enrolled');
    await expect(row(student, 'First Fiddle')).toContainText('pi_');
  });

  await test.step('gets one mail about it', async () => {
    const about = () => school.mails.to(STUDENT.email).filter(({ text }) => text.includes('First Fiddle'));
    await expect.poll(about).toHaveLength(1);
    expect(about()[0]?.text).toContain('4 Harbour Row');
  });

  await test.step('only a backup is left to do, and once there is one the list is calm', async () => {
    await page.goto('/admin/start');
    await expect(page.getByText('7 of 8 done')).toBeVisible();
    await expect(line(page, 'Backup')).toContainText('There is no backup of the school yet.');
    await expectGood(page, 'start-nearly');
    school.admin('backup', join(school.dataDir, 'school.backup'));
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByRole('heading', { name: 'Reed & Bow is ready' })).toBeVisible();
    await expectGood(page, 'start-ready');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Welcome To Admin DashBoard' })).toBeVisible();
    await expect(page).toHaveURL('/admin');
  });
});
