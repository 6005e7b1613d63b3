import type { Page } from '@playwright/test';
import type { FamilySearch } from '#contract/families/calls.ts';
import { ADMIN, STUDENT } from '#server/database/seed/people.ts';
import { row } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways, registerPerson } from './areas.ts';
import { expect, signIn, signInByForm } from './fixtures.ts';
import { test } from './own-school.ts';
import { pagesOf } from './pages.ts';
import { findWorld } from './world.ts';

/*
 * The office is one of those who run the school, and sees of the admins' area what it may use: nothing that it
 * is shown is refused, and what it may not open says so.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Registers somebody whom an admin gives the role of the office; gives the address. */
async function addOfficePerson(page: Page): Promise<string> {
  const email = await registerPerson(page, 'Olga Office');
  await signIn(page, ADMIN.email);
  const { items } = await callAs<{ items: { _id: string }[] }>(page, 'GET', `/users/search?q=${email}`);
  await callAs(page, 'PATCH', `/users/office/${items[0]?._id}`);
  return email;
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Admin area' });

const MENU = [
  'Dashboard',
  'Failed emails',
  'Manage Class',
  'Wishes',
  'Week by room',
  'Recitals',
  'Rooms',
  'Terms',
  'Families',
  'Messages',
  'Manage Users',
  'Money check',
  'Log',
];

/** Pages of the area that are for admins alone. */
const REFUSED =
  /^\/admin\/(start|import|instruments|discounts|debtors|billing|school|posts|texts|questions|integrations)(\/|$)/;

test('the office walks every page of its menu and all that they lead to, and is refused nothing', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const world = await findWorld(page, 'admin');
  const email = await addOfficePerson(page);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, email);
  await expect(page).toHaveURL('/admin');
  await expect(menuOf(page).getByRole('link')).toHaveText(MENU);
  for (const label of MENU)
    await test.step(label, async () => {
      await menuOf(page).getByRole('link', { name: label, exact: true }).click();
      await expect(menuOf(page).locator('[aria-current]')).toHaveText(label);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  const pages = pagesOf(world).filter((path) => path.startsWith('/admin'));
  for (const path of pages.filter((path) => !REFUSED.test(path)))
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
      await expectAccessible(page);
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(() => expectNoSideways(page)).toPass({ timeout: 5000 });
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/office${path.replace(/\/[0-9a-f-]{20,}/g, '-one').replaceAll('/', '-')}-${width}.png`,
            fullPage: true,
          });
      }
    });
  // A page that is refused is not asked for either.
  for (const path of pages.filter((path) => REFUSED.test(path)))
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is for admins');
      await expect(page).toHaveTitle(/This page is for admins$/);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    });
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Admin DashBoard');
  expect(refused).toEqual([]);
});

test('pages that the office shares with admins have no control that it would be refused', async ({
  page,
}) => {
  const email = await addOfficePerson(page);
  const { items } = await callAs<FamilySearch>(page, 'GET', `/families/search?q=${STUDENT.email}`);
  const family = items[0]?.userid;
  const main = page.getByRole('main');
  const controls = {
    '/admin/manageclass': ['Approve', 'Deny', 'Feedback', 'Delete'],
    '/admin/manageusers': ['Make Admin', 'Make Instructor', 'Make Student', 'Make Office'],
    [`/admin/families/${family}`]: ['Merge'],
    '/admin/money': ['Export'],
    '/admin/rooms': ['Add', 'Change', 'Delete'],
    '/admin/terms': ['Add a term', 'Copy'],
    '/admin': ['Export users', 'Export payments'],
  };
  const buttons = (name: string) => main.getByRole('button', { name: new RegExp(`^${name}`) });
  for (const [path, names] of Object.entries(controls)) {
    await signIn(page, ADMIN.email);
    await page.goto(path);
    await expect(buttons(names[0] ?? '').first(), path).toBeVisible();
    await signIn(page, email);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const name of names) await expect(buttons(name), `${name} on ${path}`).toHaveCount(0);
  }
});

test('the office sees what calling a class off would come to, and cannot do it', async ({ page }) => {
  await signIn(page, await addOfficePerson(page));
  await page.goto('/admin/manageclass?status=approved&q=First+Steps');
  // The oldest of this name has families, to whom it would be written.
  await page.getByRole('button', { name: 'Call off First Steps at the Piano' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Call this class off?' });
  await expect(dialog).toContainText('An admin calls a class off. Here you see what it would come to.');
  await dialog.getByLabel('Reason').fill('The hall is being repaired.');
  await dialog.getByText('See the email').click();
  await expect(dialog).toContainText('The hall is being repaired.');
  await expect(dialog.locator('[type=submit]')).toHaveCount(0);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await dialog.getByLabel('Reason').press('Enter');
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/office-call-off.png` });
  await dialog.locator('.btn', { hasText: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('the office closes the days of an instructor, and not those of the whole school', async ({ page }) => {
  const email = await registerPerson(page, 'Otto Office');
  await signIn(page, ADMIN.email);
  await page.goto(`/admin/manageusers?q=${email}`);
  await row(page, email)
    .getByRole('button', { name: /^Make Office/ })
    .click();
  const asking = page.getByRole('dialog', { name: 'Let Otto Office work in the office?' });
  await asking.getByRole('button', { name: 'Make Office' }).click();
  await expect(page.getByText('Role Updated')).toBeVisible();
  await callAs(page, 'POST', '/closures', {
    name: 'All at home',
    firstday: '2031-03-01',
    lastday: '2031-03-02',
    roomid: null,
    teacherid: null,
  });
  await signIn(page, email);
  await page.goto('/admin/terms');
  await expect(row(page, 'All at home')).toBeVisible();
  await expect(row(page, 'All at home').getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add closing days' }).click();
  const dialog = page.getByRole('dialog');
  const closed = dialog.getByLabel('What is closed');
  await expect(closed.getByRole('option', { name: 'The whole school' })).toHaveCount(0);
  await closed.selectOption({ label: 'Clara Winterbourne' });
  await dialog.getByLabel('Name').fill('Clara is away');
  await dialog.getByLabel('First day').fill('2031-04-01');
  await dialog.getByLabel('Last day').fill('2031-04-02');
  await dialog.getByRole('button', { name: 'See what it changes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Clara is away').getByRole('button', { name: /^Remove/ })).toBeVisible();
});

test('what the office changes of an approved class is public, and waits for an admin', async ({ page }) => {
  const email = await addOfficePerson(page);
  await signIn(page, email);
  await page.goto('/admin/manageclass?status=approved');
  const first = page.getByRole('row').nth(1);
  await first.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByText('An admin then looks at what changed.')).toBeVisible();
  await page.getByLabel('Description').fill('For everyone who likes to sing.');
  await page.getByRole('button', { name: 'Update Class' }).click();
  await page.waitForURL('/admin/manageclass');
  await page.goto('/admin/manageclass?status=changed');
  await page
    .getByRole('button', { name: /changed since/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('For everyone who likes to sing.');
  await expect(dialog.getByRole('button', { name: 'Accept' })).toHaveCount(0);
});
