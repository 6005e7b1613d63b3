import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { addPendingClass, BROKEN, callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

const UPLOADS = /\/1\/upload/;
const clara = INSTRUCTORS.clara;

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const row = (page: Page, classname: string) => page.getByRole('row').filter({ hasText: classname });

async function picture() {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#5b2a6e' } })
    .png()
    .toBuffer();
  return { name: 'cello.png', mimeType: 'image/png', buffer };
}

async function fill(page: Page, classname: string) {
  await page.getByLabel('Class Name').fill(classname);
  await page.getByLabel(/^Price/).fill('59.50');
  await page.getByLabel('Available Seat').fill('12');
  await page.getByLabel('Level').selectOption('Intermediate');
  await page.getByLabel('Group').selectOption('Teens');
  await page.getByLabel('Description').fill('Bring rosin and patience.');
}

test('only instructors enter: others are led home', async ({ page }) => {
  await page.goto('/instructor/myclass');
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, STUDENT.email);
  await page.goto('/instructor');
  await page.waitForURL((url) => url.pathname === '/');
});

test('the room welcomes with its sidebar of 16rem', async ({ page }) => {
  await signIn(page, clara.email);
  await page.goto('/instructor');
  await expect(page).toHaveTitle('Cadenza | Dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Instructor Dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Instructor area' });
  await expect(sidebar.getByRole('link')).toHaveText([
    'Dashboard',
    'Today',
    'My week',
    'My Class',
    'Add Class',
    'Wishes',
    'Recitals',
    'Posts',
  ]);
  const aside = page.locator('aside').filter({ has: sidebar });
  await expect(aside).toContainText(clara.name);
  await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256);
  await expectAccessible(page);
});

test('my classes have every column; Feedback is there only when there is some', async ({ page }) => {
  await signIn(page, clara.email);
  await page.goto('/instructor/myclass');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Price',
    'Available Seat',
    'Total Enrolled',
    'Status',
    'Update',
    'Feedback',
  ]);
  const denied = row(page, 'Forty Hours of Piano in One Week');
  await expect(denied).toContainText(clara.name);
  await expect(denied).toContainText(clara.email);
  await expect(denied).toContainText('$280');
  await expect(denied.getByText('denied', { exact: true })).toBeVisible();
  await expect(row(page, 'Four Hands').getByRole('button', { name: /^Feedback/ })).toHaveCount(0);
  await expectAccessible(page);

  const button = denied.getByRole('button', { name: /^Feedback/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Read Feedback' });
  await expect(dialog).toContainText('Forty Hours of Piano in One Week');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('an incomplete form says what is missing beside each field, and the first one has the focus', async ({
  page,
}) => {
  await signIn(page, clara.email);
  await page.goto('/instructor/addclass');
  await expect(page.getByLabel('Instructor Name')).toHaveValue(clara.name);
  await expect(page.getByLabel('Instructor Name')).toHaveAttribute('readonly', '');
  await expect(page.getByLabel('Instructor Email')).toHaveValue(clara.email);
  await page.getByLabel(/^Price/).fill('12,50');
  await page.getByLabel('Available Seat').fill('1001');
  await page.getByRole('button', { name: 'Add Class' }).click();
  await expect(page.getByLabel('Class Name')).toHaveAccessibleDescription('Enter a name for the class.');
  await expect(page.getByLabel('Class Name')).toBeFocused();
  await expect(page.getByLabel('Image')).toHaveAccessibleDescription(/Choose a picture\./);
  await expect(page.getByLabel(/^Price/)).toHaveAccessibleDescription(/at most two decimals/);
  await expect(page.getByLabel('Available Seat')).toHaveAccessibleDescription(/from 0 to 1000/);
  await expectAccessible(page);
  await page.getByLabel('Class Name').fill('Cello');
  await expect(page.getByText('Enter a name for the class.')).toHaveCount(0);
});

test('a picture that cannot be uploaded says Error and is sent again; nothing typed is lost', async ({
  page,
}) => {
  await signIn(page, clara.email);
  await page.goto('/instructor/addclass');
  await fill(page, 'Cello after work');
  await page.route(UPLOADS, (route) => route.abort());
  await page.getByLabel('Image').setInputFiles(await picture());
  const error = page.getByText('Error', { exact: true });
  await expect(error).toBeVisible();
  await expect(error).toHaveCSS('color', 'rgb(163, 35, 28)');

  await page.unroute(UPLOADS);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(UPLOADS, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Wait... Image Is Uploading')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Class' })).toBeDisabled();
  letGo();
  await expect(page.getByAltText('Preview of the class')).toBeVisible();
  await expect(page.getByText('Wait... Image Is Uploading')).toHaveCount(0);
  await expect(error).toHaveCount(0);
  await expect(page.getByLabel('Class Name')).toHaveValue('Cello after work');

  await page.route('**/api/addclass', (route) => route.fulfill(BROKEN), { times: 1 });
  await page.getByRole('button', { name: 'Add Class' }).click();
  await expect(page.getByText('Class Added Failed')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Bring rosin and patience.');

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/addclass', async (route) => {
    await answered;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Add Class' });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button.locator('.loading-spinner')).toBeVisible();
  answer();
  await expect(page.getByText('Class Added Successfully')).toBeVisible();
  await page.waitForURL((url) => url.pathname === '/instructor/myclass');
  const added = row(page, 'Cello after work');
  await expect(added).toContainText('$59.50');
  await expect(added.getByText('pending', { exact: true })).toBeVisible();
});

test('an update sends only what was edited, so seats sold meanwhile stay sold', async ({ page }) => {
  await signIn(page, clara.email);
  const id = await addPendingClass(page, 'Piano for Fridays');
  await page.goto('/instructor/myclass');
  await row(page, 'Piano for Fridays')
    .getByRole('link', { name: /^Update/ })
    .click();
  await expect(page).toHaveTitle('Cadenza | Update Class');
  await expect(page.getByLabel('Class Name')).toHaveValue('Piano for Fridays');
  await page.getByLabel(/^Price/).fill('50');
  const sent = page.waitForRequest(`**/api/class/update/${id}`);
  await page.getByRole('button', { name: 'Update Class' }).click();
  expect((await sent).postDataJSON()).toEqual({ price: '50', version: expect.any(Number) });
  await expect(page.getByText('Class Updated Successfully')).toBeVisible();
  await expect(row(page, 'Piano for Fridays')).toContainText('$50');

  await row(page, 'Piano for Fridays')
    .getByRole('link', { name: /^Update/ })
    .click();
  await page.getByLabel('Class Name').fill('Piano for Saturdays');
  await page.route('**/api/class/update/**', (route) => route.fulfill(BROKEN));
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect(page.getByText('Class Update Failed')).toBeVisible();
  await expect(page.getByLabel('Class Name')).toHaveValue('Piano for Saturdays');
});

test('what was changed meanwhile is shown beside what was typed, and nothing is overwritten unseen', async ({
  page,
}) => {
  await signIn(page, clara.email);
  const id = await addPendingClass(page, 'Organ at noon');
  await page.goto(`/instructor/updateclass/${id}`);
  await page.getByLabel('Description').fill('Bring soft shoes.');
  await page.getByLabel('Available Seat').fill('9');
  await callAs(page, 'PUT', `/class/update/${id}`, { price: 70, availableseat: 3, level: 'Advanced' });
  await page.getByRole('button', { name: 'Update Class' }).click();
  const notice = page.getByRole('region', { name: 'This class was changed while you were editing' });
  await expect(notice).toContainText('Price: 45 is now 70');
  await expect(notice).toContainText('Available Seat: 7 is now 3');
  await expect(notice).toBeFocused();
  await expect(page.getByLabel('Description')).toHaveValue('Bring soft shoes.');
  await expect(page.getByLabel('Available Seat')).toHaveValue('9');
  await expect(page.getByLabel(/^Price/)).toHaveValue('70');
  await expect(page.getByLabel('Level')).toHaveValue('Advanced');
  expect(await callAs(page, 'GET', `/class/${id}`)).toMatchObject({ availableseat: 3, description: '' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect(page.getByText('Class Updated Successfully')).toBeVisible();
  expect(await callAs(page, 'GET', `/class/${id}`)).toMatchObject({
    availableseat: 9,
    price: 70,
    level: 'Advanced',
    description: 'Bring soft shoes.',
  });
});

test('a denied class is revised and submitted again, and its history says so', async ({ page }) => {
  await signIn(page, INSTRUCTORS.jonas.email);
  await page.goto('/instructor');
  await page.getByRole('link', { name: 'Revise Drumming Until Midnight' }).click();
  await expect(page.getByRole('heading', { name: 'This class was denied' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Class Name').fill('Drumming Until Ten');
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect(page.getByText('It is still denied: resubmit it when it is ready.')).toBeVisible();
  await row(page, 'Drumming Until Ten')
    .getByRole('link', { name: /^Update/ })
    .click();
  const buttons = page.locator('form').getByRole('button', { name: /^Update/ });
  await expect(buttons).toHaveText(['Update and resubmit', 'Update Class']);
  await expect(buttons.first()).toHaveClass(/btn-primary/);
  await expect(page.getByText('asks the school to decide again')).toBeVisible();
  // Enter presses the first button of a form.
  await page.getByLabel('Class Name').fill('Drumming Until Nine');
  await page.getByLabel('Class Name').press('Enter');
  await expect(page.getByText('Class Updated Successfully', { exact: true })).toBeVisible();
  const revised = row(page, 'Drumming Until Nine');
  await expect(revised.getByText('pending', { exact: true })).toBeVisible();
  await revised.getByRole('button', { name: /^History/ }).click();
  const history = page.getByRole('dialog', { name: 'History' }).getByRole('listitem');
  await expect(history.filter({ hasText: /submitted .* again/ })).toBeVisible();
  await expect(history.filter({ hasText: 'updated' }).first()).toContainText('name');
});

test('another instructor’s class cannot be opened for an update', async ({ page }) => {
  await signIn(page, clara.email);
  const id = await addPendingClass(page, 'Not for Jonas');
  await signIn(page, INSTRUCTORS.jonas.email);
  await page.goto(`/instructor/updateclass/${id}`);
  await expect(page.getByText('This class does not exist.')).toBeVisible();
});

test('a roster says who is enrolled and can be taken along as a file', async ({ page }) => {
  await signIn(page, clara.email);
  await page.goto('/instructor/myclass');
  const id = await addPendingClass(page, 'Nobody yet');
  await page.goto(`/instructor/roster/${id}`);
  await expect(page.getByText('No students are enrolled yet.')).toBeVisible();
  const student = {
    _id: 'e1',
    name: 'Zoë "Zo" Smith',
    email: 'zoe@cadenza.example',
    photoURL: null,
    date: '2026-09-01T10:00:00.000Z',
  };
  await page.route(`**/api/rosters/${id}`, async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, students: [student] } });
  });
  await page.reload();
  await expect(row(page, 'zoe@cadenza.example')).toContainText('1 September 2026');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('roster-nobody-yet.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe('\ufeffClass,Name,Email,Enrolled\r\n');
});

test('everything fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, clara.email);
  for (const path of ['/instructor', '/instructor/myclass', '/instructor/addclass']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
  }
});

test('a list that cannot be loaded says so and can be tried again', async ({ page }) => {
  await signIn(page, clara.email);
  await page.route('**/api/classes/find/**', (route) => route.fulfill(BROKEN));
  await page.goto('/instructor/myclass');
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
  await page.unroute('**/api/classes/find/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'My Classes' })).toBeVisible();
});
