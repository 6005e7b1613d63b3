import type { Page } from '@playwright/test';
import { addPendingClass, callAs, registerPerson } from './areas.ts';
import { expect, test } from './fixtures.ts';
import { expectFocusOn, focusedOn, pressByKey, signInByKey, tabTo } from './keyboard.ts';

type Item = { _id: string; classname: string; availableseat: number };

const openClasses = async (page: Page, count: number) => {
  const items = await callAs<Item[]>(page, 'GET', '/classes/all?open=1');
  return items.slice(0, count);
};
const select = (page: Page, classid: string, email: string) =>
  callAs(page, 'POST', '/select/class/', { classid, email, enrolled: false });

/** Somebody who has selected and enrolled nothing yet. */
async function registerByKey(page: Page): Promise<string> {
  const email = `keys-${Date.now()}@cadenza.example`;
  await page.goto('/register');
  await expect(page.locator('form').getByRole('button', { name: 'Register' })).toBeEnabled();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('Keys!only1');
  await tabTo(page, page.getByLabel('Confirm password', { exact: true }));
  await page.keyboard.type('Keys!only1');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  return email;
}

test('after a sign-in by its button the focus is on the new page, whose title is read out', async ({
  page,
}) => {
  await signInByKey(page, 'student@cadenza.example');
  await expectFocusOn(page, /^h1 /);
  await expect(page.locator('[data-page-title]')).toHaveText('Cadenza | Homepage');
  await pressByKey(page, page.getByRole('banner').getByRole('link', { name: 'Classes' }));
  await expectFocusOn(page, 'h1 Classes List');
  await expect(page.locator('[data-page-title]')).toHaveText('Cadenza | Classes');
  await page.goBack();
  await expectFocusOn(page, /^h1 Music is/);
});

test('a wrong password leaves the focus where it was', async ({ page }) => {
  await page.goto('/login');
  const login = page.locator('form').getByRole('button', { name: 'Login' });
  await expect(login).toBeEnabled();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('student@cadenza.example');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('Wrong!password');
  await pressByKey(page, login);
  await expect(page.getByText("Email or password doesn't match")).toBeVisible();
  await expectFocusOn(page, 'button Login');
});

test('a selection that is deleted hands the focus to the next one, the last to the heading', async ({
  page,
}) => {
  const email = await registerByKey(page);
  const [one, two, three] = await openClasses(page, 3);
  for (const item of [one, two, three]) await select(page, item?._id ?? '', email);
  await page.goto('/student/class/selected');
  const remove = page.getByRole('button', { name: /^Delete / });
  await expect(remove).toHaveCount(3);
  const names = await remove.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
  await pressByKey(page, remove.first());
  await expectFocusOn(page, `button ${names[1]}`);
  await tabTo(page, remove.last());
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(1);
  await expectFocusOn(page, `button ${names[1]}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible();
  await expectFocusOn(page, 'h1 My Selected Class');
});

test('a double click on Delete deletes one', async ({ page }) => {
  const email = await registerByKey(page);
  for (const item of await openClasses(page, 2)) await select(page, item._id, email);
  await page.goto('/student/class/selected');
  const remove = page.getByRole('button', { name: /^Delete / });
  await remove.first().dblclick({ delay: 60 });
  await expect(remove).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await expect(remove).toHaveCount(1);
});

test('who leaves a waiting list by key stays on the page', async ({ page }) => {
  await registerByKey(page);
  const all = await callAs<Item[]>(page, 'GET', '/classes/all');
  const full = all.filter(({ availableseat }) => availableseat === 0);
  for (const { _id } of full.slice(0, 2)) await callAs(page, 'POST', '/waitlist', { classid: _id });
  await page.goto('/student');
  const leave = page.getByRole('button', { name: /^Leave / });
  await expect(leave).toHaveCount(Math.min(2, full.length));
  while ((await leave.count()) > 1) {
    const count = await leave.count();
    await pressByKey(page, leave.first());
    await expect(leave).toHaveCount(count - 1);
    await expectFocusOn(page, /^button Leave/);
  }
  await pressByKey(page, leave.first());
  await expect(leave).toHaveCount(0);
  await expectFocusOn(page, 'h1 Welcome To Your Dashboard');
});

test('approving, feedback and a new role leave the focus in their row', async ({ page }) => {
  const person = await registerPerson(page);
  await page.evaluate(() => localStorage.clear());
  await signInByKey(page, 'clara@cadenza.example');
  await addPendingClass(page, 'Keys Alone');
  await page.evaluate(() => localStorage.clear());
  await signInByKey(page, 'admin@cadenza.example');
  await page.goto('/admin/manageclass?q=Keys+Alone');
  const row = page.getByRole('row', { name: /Keys Alone/ });
  await pressByKey(page, row.getByRole('button', { name: /^Approve/ }));
  await expect(row.getByText('approved', { exact: true })).toBeVisible();
  await expect.poll(() => row.evaluate((tr) => tr.contains(document.activeElement))).toBe(true);

  const feedback = row.getByRole('button', { name: /^Feedback/ });
  await pressByKey(page, feedback);
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Feedback'));
  await page.keyboard.type('Well prepared.');
  await pressByKey(page, dialog.getByRole('button', { name: 'Submit Feedback' }));
  await expect(dialog).toHaveCount(0);
  await expectFocusOn(page, /^button Feedback/);

  await page.goto(`/admin/manageusers?q=${person}`);
  const user = page.getByRole('row', { name: person });
  await pressByKey(page, user.getByRole('button', { name: /^Make Instructor/ }));
  const sure = page.getByRole('dialog').getByRole('button', { name: /^Make/ });
  if (await sure.isVisible()) await pressByKey(page, sure);
  await expect(user.getByText('instructor', { exact: true })).toBeVisible();
  await expect.poll(() => focusedOn(page)).not.toBe('nothing');
});
