import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { addPendingClass, BROKEN, callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Signs in as the admin, with classes of Clara's that wait; gives their ids. */
async function signInWith(page: Page, ...classnames: string[]): Promise<string[]> {
  await signIn(page, INSTRUCTORS.clara.email);
  const ids: string[] = [];
  for (const classname of classnames) ids.push(await addPendingClass(page, classname));
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, ADMIN.email);
  return ids;
}

/** Holds a call back until `letGo`. */
async function hold(page: Page, url: string) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}

test('only admins enter: others are led home', async ({ page }) => {
  await page.goto('/admin/manageusers');
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, INSTRUCTORS.clara.email);
  await page.goto('/admin');
  await page.waitForURL((url) => url.pathname === '/');
});

test('the first page welcomes, says what waits, and has a table behind each chart', async ({ page }) => {
  await signInWith(page, 'Waiting for the admin');
  const week = (start: string, seats: number, charged: number, refunded: number) => ({
    start,
    seats,
    charged,
    refunded,
  });
  await page.route('**/api/reports/overview', async (route) => {
    const body = await (await route.fetch()).json();
    const weeks = body.weeks.map(({ start }: { start: string }, at: number) => week(start, at, at * 60, 60));
    await route.fulfill({ json: { ...body, weeks } });
  });
  await page.goto('/admin');
  await expect(page.getByText('Welcome To Admin DashBoard')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Admin area' });
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Manage Class' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Manage Users' })).toBeVisible();
  const aside = page.locator('aside').filter({ has: sidebar });
  await expect(aside).toContainText(ADMIN.name);
  expect((await aside.boundingBox())?.width).toBe(256);

  const money = page.getByRole('region', { name: 'Money taken per week' });
  await expect(money.locator('canvas')).toBeVisible();
  await money.getByText('Show as a table').click();
  await expect(money.getByRole('row')).toHaveCount(13);
  await expect(money.getByRole('row').nth(1)).toContainText('-$60');
  await expect(money.getByRole('row').nth(12)).toContainText('$600');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Decide on/ }).click();
  await expect(page).toHaveURL(/\/admin\/manageclass\?status=pending$/);
  await expect(row(page, 'Waiting for the admin')).toBeVisible();
});

test('the sidebar and the heading stand while a slow page is on its way', async ({ page }) => {
  await signIn(page, ADMIN.email);
  const sidebar = page.getByRole('navigation', { name: 'Admin area' });
  const heading = page.getByRole('heading', { level: 1 });
  const spinner = page.getByRole('main').getByText('Loading', { exact: true });

  // The first page that is opened.
  const letFirst = await hold(page, '**/api/classes/search*');
  await page.goto('/admin/manageclass');
  await expect(heading).toHaveText('Manage Classes');
  await expect(spinner).toBeAttached();
  await expect(sidebar.getByRole('link', { name: 'Manage Users' })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText(ADMIN.name);
  letFirst();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(spinner).toHaveCount(0);

  // From one page to the next, and away again before it has come.
  const letNext = await hold(page, '**/api/users/search*');
  await sidebar.getByRole('link', { name: 'Manage Users' }).click();
  await expect(heading).toHaveText('Manage Users');
  await expect(spinner).toBeAttached();
  await expect(sidebar.getByRole('link')).toHaveCount(5);
  await sidebar.getByRole('link', { name: 'Log' }).click();
  await expect(heading).toHaveText('Log');
  letNext();
  await sidebar.getByRole('link', { name: 'Manage Users' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(heading).toHaveText('Manage Users');
});

test('nothing of the area shows to anybody who is not an admin, however slow the answer', async ({
  page,
}) => {
  await signIn(page, STUDENT.email);
  const letGo = await hold(page, '**/api/users');
  await page.goto('/admin/manageclass');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin area' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  letGo();
  await page.waitForURL((url) => url.pathname === '/');
});

test('the charting library is loaded on the first page alone', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await signIn(page, ADMIN.email);
  for (const path of ['/admin/manageclass', '/admin/manageusers', '/admin/log']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(scripts.filter((url) => url.includes('bar-chart'))).toEqual([]);
});

test('Approve and Deny show at once, before the server replies, and only while pending', async ({ page }) => {
  const [yes, no] = await signInWith(page, 'Approve this', 'Deny this');
  await page.goto('/admin/manageclass');
  const approved = row(page, 'Approve this');
  const letGo = await hold(page, `**/api/class/approved/${yes}`);
  await approved.getByRole('button', { name: /^Approve/ }).click();
  await expect(approved.getByText('approved', { exact: true })).toBeVisible();
  await expect(approved.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await expect(approved.getByRole('button', { name: /^Deny/ })).toBeDisabled();
  expect(await callAs(page, 'GET', `/class/${yes}`)).toMatchObject({ status: 'pending' });
  letGo();
  await expect(page.getByText('Class Approved')).toBeVisible();
  expect(await callAs(page, 'GET', `/class/${yes}`)).toMatchObject({ status: 'approved' });

  const denied = row(page, 'Deny this');
  await denied.getByRole('button', { name: /^Deny/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Class denied')).toBeVisible();
  await expect(denied.getByText('denied', { exact: true })).toBeVisible();
  await expect(denied.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await expect(denied.getByRole('button', { name: /^Feedback/ })).toBeEnabled();
  expect(await callAs(page, 'GET', `/class/${no}`)).toMatchObject({ status: 'denied' });
  await expectAccessible(page);
});

test('what was approved and changed since is shown field by field, accepted, or taken off the list', async ({
  page,
  browser,
}) => {
  const claras = await browser.newPage();
  await signIn(claras, INSTRUCTORS.clara.email);
  const id = await addPendingClass(claras, 'Harmonica');
  await signIn(page, ADMIN.email);
  await callAs(page, 'PUT', `/class/approved/${id}`);
  await callAs(claras, 'PUT', `/class/update/${id}`, { classname: 'Poker Night', price: 999 });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'See what changed' }).click();
  await expect(page).toHaveURL(/status=changed/);
  const item = row(page, 'Poker Night');
  await item.getByRole('button', { name: /^Changed since approval/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed since approval' });
  await expect(dialog.getByRole('term')).toHaveText(['Name', 'Price']);
  await expect(dialog).toContainText('Harmonica');
  await expect(dialog).toContainText('$45');
  await expect(dialog).toContainText('$999');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Accept the changes' }).click();
  await expect(page.getByText('Changes Accepted')).toBeVisible();
  await expect(item).toHaveCount(0);

  await callAs(claras, 'PUT', `/class/update/${id}`, { classname: 'Roulette' });
  await claras.close();
  await page.goto('/admin/manageclass?status=changed');
  const again = row(page, 'Roulette');
  await again.getByRole('button', { name: /^Changed since approval/ }).click();
  await dialog.getByRole('button', { name: 'Take it off the list' }).click();
  const reason = page.getByRole('dialog', { name: 'Take this class off the list?' });
  await expectAccessible(page);
  await reason.getByRole('textbox').fill('Not a music class.');
  await reason.getByRole('button', { name: 'Take it off the list' }).click();
  await expect(page.getByText('Class denied')).toBeVisible();
  expect(await callAs(page, 'GET', `/class/${id}`)).toMatchObject({
    status: 'denied',
    feedback: 'Not a music class.',
  });
  await page.goto('/admin/manageclass?q=roulette');
  await again.getByRole('button', { name: /^History/ }).click();
  await expect(page.getByRole('dialog', { name: 'History' })).toContainText('Not a music class.');
});

test('who decides second is told what the first decided, and the row shows it', async ({ page }) => {
  const [id] = await signInWith(page, 'Kazoo choir');
  await page.goto('/admin/manageclass?q=kazoo');
  const item = row(page, 'Kazoo choir');
  await expect(item).toBeVisible();
  await callAs(page, 'PUT', `/class/denied/${id}`, { feedback: 'Too loud.' });
  await item.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('This class has already been approved or denied.')).toBeVisible();
  await expect(item.getByText('denied', { exact: true })).toBeVisible();
});

test('a class is denied with the reason in one step', async ({ page }) => {
  const [id] = await signInWith(page, 'Triangle solo');
  await page.goto('/admin/manageclass?q=triangle');
  await row(page, 'Triangle solo')
    .getByRole('button', { name: /^Feedback/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Write a feedback' });
  await dialog.getByRole('textbox').fill('Too short.');
  await dialog.getByRole('button', { name: 'Deny with this feedback' }).click();
  await expect(page.getByText('Class denied')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await callAs(page, 'GET', `/class/${id}`)).toMatchObject({
    status: 'denied',
    feedback: 'Too short.',
  });
});

test('what the server refuses is rolled back with an error', async ({ page }) => {
  const [id] = await signInWith(page, 'Refuse this', 'Delete in vain');
  await page.goto('/admin/manageclass');
  const item = row(page, 'Refuse this');
  await page.route(`**/api/class/approved/${id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.fulfill(BROKEN);
  });
  await item.getByRole('button', { name: /^Approve/ }).click();
  await expect(item.getByText('approved', { exact: true })).toBeVisible();
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  await expect(item.getByText('pending', { exact: true })).toBeVisible();
  await expect(item.getByRole('button', { name: /^Approve/ })).toBeEnabled();

  // Nobody answers at all: the list stays as it is.
  await page.route('**/api/**', (route) => route.abort());
  await item.getByRole('button', { name: /^Deny/ }).click();
  await expect(page.getByText('The school cannot be reached.')).toBeVisible();
  await expect(item.getByText('pending', { exact: true })).toBeVisible();
  await row(page, 'Delete in vain')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Deleted Failed')).toBeVisible();
  await expect(row(page, 'Delete in vain')).toBeVisible();
  await page.unroute('**/api/**');

  // Somebody else was quicker: the screen shows what they decided.
  await callAs(page, 'PUT', `/class/denied/${id}`);
  await item.getByRole('button', { name: /^Deny/ }).click();
  await expect(page.getByText('This class has already been approved or denied.')).toBeVisible();
  await expect(item.getByText('denied', { exact: true })).toBeVisible();
});

test('feedback is written in a dialog, kept when it fails, and read by the instructor', async ({ page }) => {
  await signInWith(page, 'Needs feedback');
  await page.goto('/admin/manageclass');
  const button = row(page, 'Needs feedback').getByRole('button', { name: /^Feedback/ });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Write a feedback' });
  const text = dialog.getByRole('textbox');
  await dialog.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(text).toHaveAccessibleDescription('Write your feedback first.');
  await expectAccessible(page);
  await text.fill('Tell us the ages,\nplease.');
  await page.route('**/api/class/feedback/**', (route) => route.fulfill(BROKEN), { times: 1 });
  await dialog.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByText('Feedback Submit Error')).toBeVisible();
  await expect(text).toHaveAccessibleDescription(/^It could not be sent\./);
  await expect(text).toHaveValue('Tell us the ages,\nplease.');
  await dialog.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByText('Feedback Submit Success')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, INSTRUCTORS.clara.email);
  await page.goto('/instructor/myclass');
  await row(page, 'Needs feedback')
    .getByRole('button', { name: /^Feedback/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Read Feedback' })).toContainText('Tell us the ages,');
});

test('deleting asks first; No keeps, Yes removes at once', async ({ page }) => {
  const [id] = await signInWith(page, 'Delete this');
  await page.goto('/admin/manageclass?q=delete+this');
  const item = row(page, 'Delete this');
  await item.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Are You Ready to delete this?' });
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(item).toBeVisible();
  const letGo = await hold(page, `**/api/delete/${id}`);
  await item.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(item).toHaveCount(0);
  letGo();
  await expect(page.getByText('Deleted Successfully')).toBeVisible();
  await expect(page.getByText('No classes match your search.')).toBeVisible();
});

test('search, filter and page are in the address', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageclass');
  await page.getByRole('searchbox', { name: 'Search classes' }).fill('PIANO clara');
  await expect(page).toHaveURL(/q=PIANO/);
  await expect(row(page, 'Piano for Grown-Up Beginners')).toBeVisible();
  await expect(row(page, 'Trumpet')).toHaveCount(0);
  await page.getByLabel('Status').selectOption('denied');
  await expect(page).toHaveURL(/status=denied/);
  await expect(row(page, 'Piano for Grown-Up')).toHaveCount(0);
  await expect(row(page, 'Forty Hours')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('PIANO clara');
  await expect(page.getByLabel('Status')).toHaveValue('denied');

  await page.goto('/admin/manageclass');
  const first = await page.getByRole('row').nth(1).textContent();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  await page.goBack();
  await expect(page.getByRole('row').nth(1)).toHaveText(first ?? '');
});

test('Manage Users gives roles at once; whoever has a role already cannot get it', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=cadenza.example');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Role',
    'Make Admin',
    'Make Instructor',
  ]);
  const theo = row(page, 'theo@');
  await expect(theo.getByText('student', { exact: true })).toBeVisible();
  const letGo = await hold(page, '**/api/users/instructor/**');
  await theo.getByRole('button', { name: /^Make Instructor/ }).click();
  await expect(theo.getByText('instructor', { exact: true })).toBeVisible();
  await expect(theo.getByRole('button', { name: /^Make Instructor/ })).toBeDisabled();
  letGo();
  await expect(page.getByText('Role Updated')).toBeVisible();
  await expect(theo.getByRole('button', { name: /^Make Admin/ })).toBeEnabled();
  await expectAccessible(page);

  const self = row(page, ADMIN.email);
  await expect(self.getByRole('button', { name: /^Make Admin/ })).toBeDisabled();
  await page.unroute('**/api/users/instructor/**');
  await self.getByRole('button', { name: /^Make Instructor/ }).click();
  const dialog = page.getByRole('dialog', { name: 'End your own admin rights?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(self.getByText('admin', { exact: true })).toBeVisible();
  await self.getByRole('button', { name: /^Make Instructor/ }).click();
  await dialog.getByRole('button', { name: 'End my admin rights' }).click();
  await expect(page.getByText('The school needs at least one admin.')).toBeVisible();
  await expect(self.getByText('admin', { exact: true })).toBeVisible();

  await page.goto('/admin/log?about=user');
  await expect(page.getByRole('listitem').filter({ hasText: 'Theo Abara' })).toContainText(
    'from student to instructor',
  );
  await expectAccessible(page);
});

test('somebody is made an admin, ends the rights of another, and leads people back to student', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=ines');
  const ines = row(page, 'ines@');
  await ines.getByRole('button', { name: /^Make Admin/ }).click();
  await page
    .getByRole('dialog', { name: 'Make Ines Kowalczyk an admin?' })
    .getByRole('button', { name: 'Make Admin' })
    .click();
  await expect(page.getByText('Role Updated')).toBeVisible();
  await expect(ines.getByText('admin', { exact: true })).toBeVisible();

  // Their own rights: gone at once, and no page says that something went wrong.
  await page.goto(`/admin/manageusers?q=${ADMIN.email}`);
  await row(page, ADMIN.email)
    .getByRole('button', { name: /^Make Instructor/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End my admin rights' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toHaveAttribute('href', '/instructor');
  await page.goto('/admin');
  await page.waitForURL((url) => url.pathname === '/');

  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await signIn(page, 'ines@cadenza.example');
  await page.goto('/admin/manageusers?q=admin@');
  await row(page, ADMIN.email)
    .getByRole('button', { name: /^Make Admin/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await expect(row(page, ADMIN.email).getByText('admin', { exact: true })).toBeVisible();
  await page.goto('/admin/manageusers?q=clara');
  const clara = row(page, INSTRUCTORS.clara.email);
  await clara.getByRole('button', { name: /^Make Student/ }).click();
  await expect(page.getByText('This account teaches classes that are on the list.')).toBeVisible();
  await expect(clara.getByText('instructor', { exact: true })).toBeVisible();
  await page.goto('/admin/manageusers?q=ines');
  await ines.getByRole('button', { name: /^Make Student/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End my admin rights' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('a role that another admin gave meanwhile is shown, not overwritten', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=farah%40cadenza');
  const farah = row(page, 'farah@cadenza');
  await expect(farah.getByText('student', { exact: true })).toBeVisible();
  const id = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access-token')}` };
    const found = await (await fetch('/api/users/search?q=farah%40cadenza', { headers })).json();
    return found.items[0]._id as string;
  });
  await callAs(page, 'PATCH', `/users/admin/${id}`);
  await farah.getByRole('button', { name: /^Make Instructor/ }).click();
  await expect(page.getByText('This was changed in the meantime.')).toBeVisible();
  await expect(farah.getByText('admin', { exact: true })).toBeVisible();
  await callAs(page, 'PATCH', `/users/student/${id}`);
});

test('tables are ordered by a click on a heading, the other way round by the next', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers');
  const heading = page.getByRole('columnheader', { name: 'Name' });
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('link').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-name/);
  // A search keeps the order.
  await page.getByRole('searchbox').fill('cadenza');
  await expect(page).toHaveURL(/q=cadenza.*sort=-name/);

  await page.goto('/admin/manageclass');
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('link').click();
  await expect(page).toHaveURL(/sort=price/);
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  const prices = (await page.getByRole('row').locator('td:nth-child(2)').allTextContents()).map((text) =>
    Number(text.replace('$', '')),
  );
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Order').selectOption('-price');
  await expect(page).toHaveURL(/sort=-price/);
});

test('users are found by words and role', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?role=student&q=cadenza.example');
  await expect(row(page, STUDENT.email)).toBeVisible();
  await expect(row(page, ADMIN.email)).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all');
  await expect(page.getByText('No users match your search.')).toBeVisible();
});

test('a class is handed over to another instructor, who finds it in their own area', async ({ page }) => {
  await signInWith(page, 'Hand me over');
  await page.goto('/admin/manageclass');
  const handed = row(page, 'Hand me over');
  await handed.getByRole('button', { name: 'Hand over Hand me over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand this class over' });
  await expect(dialog.getByLabel('New teacher').locator('option')).not.toContainText([
    INSTRUCTORS.clara.email,
  ]);
  await dialog.getByLabel('New teacher').selectOption(INSTRUCTORS.hana.email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText(`Handed over to ${INSTRUCTORS.hana.name}`)).toBeVisible();
  await expect(handed).toContainText(INSTRUCTORS.hana.name);
  await handed.getByRole('button', { name: 'History of Hand me over' }).click();
  await expect(page.getByRole('dialog', { name: 'History' })).toContainText(
    `from ${INSTRUCTORS.clara.email} to ${INSTRUCTORS.hana.email}`,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, INSTRUCTORS.hana.email);
  await page.goto('/instructor/myclass');
  await expect(row(page, 'Hand me over')).toBeVisible();
});

test('a double click decides once', async ({ page }) => {
  const [id] = await signInWith(page, 'Decide once');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/class/approved/${id}`)) calls++;
  });
  await page.goto('/admin/manageclass');
  await row(page, 'Decide once')
    .getByRole('button', { name: /^Approve/ })
    .dblclick();
  await expect(page.getByText('Class Approved')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toBe(1);
});

test('a receipt is read in the admin area and leads back to the money', async ({ page }) => {
  await signIn(page, ADMIN.email);
  // The demo student enrolled yesterday, which may have been last month.
  const yesterday = new Date(Date.now() - 0.9 * 86_400_000).toISOString();
  await page.goto(`/admin/money?month=${yesterday.slice(0, 7)}`);
  await page.getByRole('link', { name: 'Receipt' }).first().click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin area' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Money Check' }).last().click();
  await expect(page).toHaveURL('/admin/money');
});

test('users, classes and payments can be taken along as files', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin');
  for (const [name, head] of [
    ['Users', 'Name,Email,Role,Joined'],
    ['Classes', 'Class,Instructor,Instructor email'],
    ['Payments', 'Date,Kind,Amount,Currency'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${name.toLowerCase()}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${name.toLowerCase()}.csv`);
    expect(await readFile(await file.path(), 'utf8')).toMatch(new RegExp(`^\ufeff${head}`));
  }
});

test('everything fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN.email);
  await page.goto('/admin/log');
  // The tabs take one line, and the one of the page is in view.
  const tabs = page.getByRole('navigation', { name: 'Admin area' });
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
  expect((await tabs.boundingBox())?.height).toBeLessThan(64);
  await expect(tabs.getByRole('link', { name: 'Log' })).toBeInViewport({ ratio: 1 });
  await page.goto('/admin/manageusers');
  const users = page.getByRole('row');
  await expect(users.nth(1)).toBeVisible();
  expect((await users.nth(1).boundingBox())?.height).toBeLessThan(190);
  for (const path of ['/admin', '/admin/manageclass', '/admin/manageusers', '/admin/log']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
  }
});
