import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const SECTIONS = [
  'Music is learnt by playing it',
  'Our Popular Classes',
  'Music Groups',
  'Popular Instructors',
  'Art Classes',
  'Next Event',
  'Client Feedback',
  'The school in numbers',
  'Course Levels',
  'Our Featured Blogs',
  'Contact',
];

test('the home page has its eleven sections in order', async ({ page }) => {
  await page.goto('/');
  const headings = await page.locator('main > section :is(h1, h2)').allTextContents();
  expect(headings).toEqual(SECTIONS);
});

test('the hero leads to the classes, the groups and levels to theirs, View All to the blog', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'View All Courses' })).toHaveAttribute('href', '/classes');
  await expect(page.getByRole('link', { name: 'View All', exact: true })).toHaveAttribute('href', '/blogs');
  for (const group of ['Kids', 'Teens', 'Adults', 'Private lessons']) {
    await expect(page.getByRole('link', { name: group, exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Advanced', exact: true }).click();
  await expect(page).toHaveURL('/classes?level=Advanced');
});

test('popular classes stand in three columns, blogs are the three newest', async ({ page }) => {
  await page.goto('/');
  const columns = (name: string) =>
    page
      .getByRole('region', { name })
      .locator('ul')
      .filter({ has: page.locator(':scope > li > article') })
      .first()
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(await columns('Our Popular Classes')).toBe(3);
  expect(await columns('Popular Instructors')).toBe(4);
  const blogs = page.getByRole('region', { name: 'Our Featured Blogs' }).getByRole('article');
  await expect(blogs).toHaveCount(3);
  await expect(blogs.first().getByRole('link')).toHaveAttribute('href', /^\/blogs\/blog\/.+/);
});

const numbers = (page: Page) =>
  page.getByRole('region', { name: 'The school in numbers' }).locator('.tabular-nums').allTextContents();

test('the counters start at 5500 px and count for three seconds', async ({ page }) => {
  await page.goto('/');
  await expect.poll(() => numbers(page)).toEqual(['0', '0', '0', '0']);
  await page.evaluate(() => scrollTo({ top: 5499, behavior: 'instant' }));
  await page.waitForTimeout(400);
  expect(await numbers(page)).toEqual(['0', '0', '0', '0']);

  await page.evaluate(() => scrollTo({ top: 5500, behavior: 'instant' }));
  const begun = Date.now();
  await expect.poll(async () => Number((await numbers(page))[0]), { intervals: [50] }).toBeGreaterThan(0);
  expect(Number((await numbers(page))[0])).toBeLessThan(732);
  await expect.poll(() => numbers(page), { intervals: [50] }).toEqual(['732', '53', '31', '23']);
  expect(Date.now() - begun).toBeGreaterThan(2500);
});

test('where the page cannot be scrolled that far, the counters start when they come into view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 3200 });
  await page.goto('/');
  const reach = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(reach).toBeLessThan(5500);
  await expect.poll(() => numbers(page)).toEqual(['0', '0', '0', '0']);
  await page.getByRole('region', { name: 'The school in numbers' }).scrollIntoViewIfNeeded();
  await expect.poll(() => numbers(page)).toEqual(['732', '53', '31', '23']);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the counters stand still at their targets', async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await numbers(page)).toEqual(['732', '53', '31', '23']);
  });
});
