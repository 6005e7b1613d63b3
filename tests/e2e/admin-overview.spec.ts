import { readFile } from 'node:fs/promises';
import { ADMIN } from '#server/database/seed/people.ts';
import { row, signInWith } from './admin.ts';
import { expectAccessible } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
  await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256);

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
