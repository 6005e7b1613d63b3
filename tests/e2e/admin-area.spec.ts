import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { hold } from './admin.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('only admins enter: others are led home', async ({ page }) => {
  await page.goto('/admin/manageusers');
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, INSTRUCTORS.clara.email);
  await page.goto('/admin');
  await page.waitForURL((url) => url.pathname === '/');
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
  const links = await sidebar.getByRole('link').count();

  // From one page to the next, and away again before it has come.
  const letNext = await hold(page, '**/api/users/search*');
  await sidebar.getByRole('link', { name: 'Manage Users' }).click();
  await expect(heading).toHaveText('Manage Users');
  await expect(spinner).toBeAttached();
  expect(links).toBeGreaterThan(15);
  await expect(sidebar.getByRole('link')).toHaveCount(links);
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

test('a receipt is read in the admin area and leads back to the money', async ({ page }) => {
  await signIn(page, ADMIN.email);
  // The demo student enrolled yesterday, which may have been last month.
  const yesterday = new Date(Date.now() - 0.9 * 86_400_000).toISOString();
  await page.goto(`/admin/money?month=${yesterday.slice(0, 7)}`);
  await page.getByRole('link', { name: 'Receipt' }).first().click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin area' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Money check' }).last().click();
  await expect(page).toHaveURL('/admin/money');
});

test('everything fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN.email);
  await page.goto('/admin/log');
  // The menu takes one line, which says where one is.
  const menu = page.getByRole('navigation', { name: 'Admin area' });
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
  expect((await menu.boundingBox())?.height).toBeLessThan(64);
  await expect(menu.getByRole('button', { name: 'School Menu: Log' })).toBeInViewport({ ratio: 1 });
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

test('on a phone every page of the menu is two taps away, by finger and by key', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageclass');
  const menu = page.getByRole('navigation', { name: 'Admin area' });
  const opener = menu.getByRole('button');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(opener).toHaveAccessibleName('Classes and timetable Menu: Manage Class');
  await expect(menu.getByRole('link')).toHaveCount(0);
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(menu.getByRole('list')).toHaveCount(5);
  await expect(menu.getByRole('list', { name: 'Money' }).getByRole('link')).toHaveText([
    'Billing',
    'Overdue',
    'Money check',
    'Discounts',
  ]);
  await expect(menu.locator('[aria-current]')).toHaveText('Manage Class');
  for (const link of await menu.getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectNoSideways(page);
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Rooms' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rooms');
  await expect(menu.getByRole('link')).toHaveCount(0);
  await expect(opener).toHaveAccessibleName('Classes and timetable Menu: Rooms');

  await opener.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link')).toHaveCount(0);
  await expect(opener).toBeFocused();
  // The page that is open closes it, too.
  await opener.click();
  await menu.getByRole('link', { name: 'Rooms' }).click();
  await expect(menu.getByRole('link')).toHaveCount(0);
});

test('on a wide screen the menu stands under five headings, and a low one scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, ADMIN.email);
  await page.goto('/admin/log');
  const menu = page.getByRole('navigation', { name: 'Admin area' });
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible();
  await expect(menu.getByRole('button')).toHaveCount(0);
  for (const [name, pages] of [
    ['Today', ['Dashboard', 'Questions', 'Failed emails']],
    [
      'Classes and timetable',
      ['Manage Class', 'Wishes', 'Week by room', 'Recitals', 'Rooms', 'Instruments', 'Terms'],
    ],
    ['People', ['Families', 'Messages', 'Manage Users', 'Import']],
    ['Money', ['Billing', 'Overdue', 'Money check', 'Discounts']],
    ['School', ['School', 'Pages', 'Posts', 'Log', 'Integrations', 'Before you open']],
  ] as const)
    await expect(menu.getByRole('list', { name, exact: true }).getByRole('link')).toHaveText([...pages]);
  // The page's own entry is in sight, and the others can be scrolled to.
  await expect(menu.getByRole('link', { name: 'Log' })).toBeInViewport({ ratio: 1 });
  await menu.getByRole('link', { name: 'Before you open' }).scrollIntoViewIfNeeded();
  await expect(menu.getByRole('link', { name: 'Before you open' })).toBeInViewport();
  await expectAccessible(page);
});

test('the link that skips what all pages have leads past the menu, and a slash to the search', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeFocused();
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.type('and/or');
  await expect(search).toHaveValue('and/or');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  // What was looked for is marked, to be written over.
  await page.keyboard.type('theo');
  await expect(search).toHaveValue('theo');
  await expect(page.getByRole('row').filter({ hasText: 'Theo Abara' })).toBeVisible();

  await page.goto('/admin/families');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
