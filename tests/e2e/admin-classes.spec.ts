import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { hold, row, signInWith } from './admin.ts';
import { addPendingClass, BROKEN, callAs, expectAccessible } from './areas.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
  await goBack(page);
  await expect(page.getByRole('row').nth(1)).toHaveText(first ?? '');
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
