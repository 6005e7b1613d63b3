import type { Page } from '@playwright/test';
import { ADMIN } from '#server/database/seed/people.ts';
import { row } from './admin.ts';
import {
  callAs,
  expectAccessible,
  expectNoSideways,
  newAddress,
  registerByForm,
  registerPerson,
} from './areas.ts';
import { expect, type RunningSchool, signIn, test } from './fixtures.ts';
import { mailedLink, mailsTo, proveAddress } from './mailed-link.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Each page is looked at in three widths and by axe.
test.describe.configure({ timeout: 240_000 });

const WIDTHS = [360, 768, 1280];

/** The page as it stands shuts nobody out, and fits every screen. */
async function expectGood(page: Page, name: string, path = 'main') {
  await expectAccessible(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (!process.env.SHOTS) continue;
    await expect(page.locator(path).first()).toBeVisible();
    await page.screenshot({ path: `${process.env.SHOTS}/invite-${name}-${width}.png`, fullPage: true });
  }
}

/** A school of a test says its address before it has a port. */
async function linkTo(school: RunningSchool, email: string): Promise<string> {
  const { pathname, search } = new URL(await mailedLink(school, email, 'invited'));
  return pathname + search;
}

const invited = (page: Page) => page.getByRole('region', { name: 'Invited' }).first();

test('an admin invites a teacher with a class, who chooses a password on another device and is done', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  const email = newAddress();
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=cadenza.example');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ida Quill');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email);
  await dialog.getByRole('radio', { name: /^Office/ }).check();
  await expect(dialog.getByRole('searchbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByText('This email has this role already')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: /^Instructor/ }).check();
  await dialog.getByRole('searchbox', { name: 'Search classes' }).fill('piano');
  const found = dialog.getByRole('button', { name: /^Add / }).first();
  const label = (await found.getAttribute('aria-label')) ?? '';
  const classname = label.replace(/^Add /, '');
  await found.click();
  await expect(dialog.getByRole('button', { name: `Remove ${classname}` })).toBeVisible();
  await expectGood(page, 'dialog', 'dialog[open]');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText(`An email is on its way to ${email}`)).toBeVisible();
  await expect(row(page, email)).toContainText('Ida Quill');
  await expect(row(page, email)).toContainText(classname);
  await expectGood(page, 'list');
  await page.goto(`/admin/manageclass?q=${encodeURIComponent(classname)}`);
  await expect(page.getByText('Ida Quill, invited')).toBeVisible();
  await expectGood(page, 'class');

  const link = await linkTo(school, email);
  const other = await (await browser.newContext({ baseURL })).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Teach at our school' })).toBeVisible();
  await expect(other.getByText(classname)).toBeVisible();
  await expect(other.getByLabel('Your name')).toHaveValue('Ida Quill');
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other.getByText('Choose a password.', { exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expectGood(other, 'new');
  await other.getByLabel('Choose a password').fill('Practice!1');
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other).toHaveURL('/instructor');
  await other.goto('/instructor/myclass');
  await expect(other.getByText(classname).first()).toBeVisible();
  // No mail but the one with the link, and the one that says what the role opens, was sent.
  expect(mailsTo(school, email).filter((mail) => /Subject:.*[Cc]onfirm/.test(mail))).toEqual([]);

  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'You have accepted this already' })).toBeVisible();
  await expectGood(other, 'used');
  await other.getByRole('link', { name: 'Open my area' }).click();
  await expect(other).toHaveURL('/instructor');
  await other.context().close();

  // Among the users, and invited no longer.
  await page.goto('/admin/manageusers?q=cadenza.example');
  const users = page.getByRole('region', { name: 'Users' });
  await expect(users.getByRole('row').filter({ hasText: email })).toContainText('instructor');
  await expect(row(page, email)).toHaveCount(1);
  await page.goto('/admin/log?about=user');
  const accepted = page
    .getByRole('listitem')
    .filter({ hasText: 'Ida Quill accepted the invitation to teach' });
  await expect(accepted.first()).toBeVisible();
});

test('who has an account signs in to work in the office; one who is signed in as someone else learns so', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  const other = await (await browser.newContext({ baseURL })).newPage();
  const email = await registerByForm(other, 'Ben Brook');
  await proveAddress(other, school, email);
  await signIn(page, ADMIN.email);
  await callAs(page, 'POST', '/invitations', { name: 'Ben Brook', email, role: 'office' });
  const link = await linkTo(school, email);

  const third = await (await browser.newContext({ baseURL })).newPage();
  await third.goto(link);
  await expect(third.getByRole('heading', { name: 'Work in our office' })).toBeVisible();
  await expect(third.getByText('has an account here already')).toBeVisible();
  await expectGood(third, 'sign-in');
  await registerPerson(third, 'Cleo Brook');
  await third.goto(link);
  await expect(third.getByRole('heading', { name: 'This link is for another address' })).toBeVisible();
  await expectGood(third, 'other');
  await third.context().close();

  await other.goto(link);
  await expect(other.getByText('invites you to work in the office')).toBeVisible();
  await expectGood(other, 'accept');
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other).toHaveURL('/admin');
  // The office gives no role.
  await other.goto('/admin/manageusers');
  await expect(other.getByRole('heading', { name: 'Manage Users' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Invite', exact: true })).toHaveCount(0);
  await other.context().close();
});

test('an invitation is sent again and withdrawn; its links say what became of them', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  const other = await (await browser.newContext({ baseURL })).newPage();
  // An account that stood there unproved is asked for a new password.
  const email = await registerByForm(other, 'Otto Brook');
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=cadenza.example');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Otto Brook');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: /^Admin/ }).check();
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(row(page, email)).toContainText('Admin');
  const first = await linkTo(school, email);
  await other.goto(first);
  await expect(other.getByRole('heading', { name: 'Run the school with us' })).toBeVisible();
  await expect(other.getByLabel('Choose a password')).toBeVisible();
  await expectGood(other, 'unproved');

  await row(page, email).getByRole('button', { name: 'Send again Otto Brook' }).click();
  await expect.poll(() => mailsTo(school, email).filter((mail) => mail.includes('invited')).length).toBe(2);
  await other.goto(first);
  await expect(other.getByRole('heading', { name: 'There is a newer email' })).toBeVisible();
  await expectGood(other, 'replaced');
  const second = await linkTo(school, email);
  await row(page, email).getByRole('button', { name: 'Withdraw Otto Brook' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw the invitation of Otto Brook?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect(page.getByText('The invitation is withdrawn')).toBeVisible();
  await expect(invited(page)).toHaveCount(0);
  await other.goto(second);
  await expect(other.getByRole('heading', { name: 'This invitation was withdrawn' })).toBeVisible();
  await expectGood(other, 'withdrawn');
  await other.goto('/account/invitation?token=not-this-one');
  await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await other.context().close();

  // Who has an account here already may be asked at once.
  await page.goto('/admin/manageusers?q=yuki');
  await row(page, 'yuki@')
    .getByRole('button', { name: /^Make Office/ })
    .click();
  const asking = page.getByRole('dialog', { name: 'Let Yuki Sandoval work in the office?' });
  await expect(asking.getByText('The office looks after people')).toBeVisible();
  await asking.getByRole('button', { name: 'Cancel' }).click();
});
