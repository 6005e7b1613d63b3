import type { Page } from '@playwright/test';
import { addPendingClass, callAs, expectFaultAt, registerPerson } from './areas.ts';
import { expect, goBack, test } from './fixtures.ts';
import { expectFocusOn, focusedOn, pressByKey, signInByKey, tabTo } from './keyboard.ts';

type Item = { _id: string; classname: string; availableseat: number };

const openClasses = async (page: Page, count?: number) => {
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
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Kim Keys');
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
  await goBack(page);
  await expectFocusOn(page, /^h1 Music is/);
});

test('a wrong password leads the focus to the password, and both fields say why', async ({ page }) => {
  await page.goto('/login');
  const login = page.locator('form').getByRole('button', { name: 'Login' });
  await expect(login).toBeEnabled();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('student@cadenza.example');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('Wrong!password');
  await pressByKey(page, login);
  await expect(page.getByText("Email or password doesn't match")).toBeVisible();
  await expectFaultAt(page.getByLabel('Password', { exact: true }), "Email or password doesn't match");
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
});

test('a selection that is deleted hands the focus to the heading: a second Enter deletes no other', async ({
  page,
}) => {
  const email = await registerByKey(page);
  const [one, two, three] = await openClasses(page, 3);
  for (const item of [one, two, three]) await select(page, item?._id ?? '', email);
  await page.goto('/student/class/selected');
  const remove = page.getByRole('button', { name: /^Delete / });
  await expect(remove).toHaveCount(3);
  for (const left of [2, 1, 0]) {
    await pressByKey(page, remove.first());
    await expect(remove).toHaveCount(left);
    await expectFocusOn(page, 'h1 My Selected Class');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible();
});

test('who pays by key is led to the sentence that says so, and who cancels to the heading of the list', async ({
  page,
}) => {
  await registerByKey(page);
  // Of the demo: those that other journeys add may meet at one time.
  const demo = ['The Ear Gym', 'Piano for Grown-Up Beginners'];
  const chosen = (await openClasses(page)).filter((item) => demo.includes(item.classname));
  expect(chosen).toHaveLength(2);
  for (const { _id, classname } of chosen) {
    await page.goto(`/student/class/payment/${_id}`);
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry').fill('12 / 34');
    await page.getByLabel('CVC').fill('123');
    await pressByKey(page, page.getByRole('button', { name: /^Pay / }));
    await expectFocusOn(page, `h2 You are enrolled in ${classname}.`);
  }
  await page.goto('/student/class/enrolled');
  const cancel = page.getByRole('button', { name: /^Cancel / });
  await pressByKey(page, cancel.first());
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel my place' }));
  await expect(cancel).toHaveCount(1);
  await expectFocusOn(page, 'h1 My Enrolled Class');
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
    await expectFocusOn(page, 'h2 My waiting list');
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
