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
    await expect(page.getByRole('main').getByRole('link', { name: group, exact: true })).toBeVisible();
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

const TARGETS = ['732', '53', '31', '23'];
const scrollTo = (page: Page, top: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top);

test('the counters stand at their numbers until 5500 px, and then count up to them for three seconds', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(Date.now() + 60_000);
  await scrollTo(page, 5499);
  await page.clock.runFor(400);
  expect(await numbers(page)).toEqual(TARGETS);

  await scrollTo(page, 5500);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return Number((await numbers(page))[0]);
    })
    .toBeLessThan(732);
  await page.clock.runFor(2000);
  expect(Number((await numbers(page))[0])).toBeGreaterThan(0);
  expect(await numbers(page)).not.toEqual(TARGETS);
  await page.clock.runFor(1100);
  await expect.poll(() => numbers(page)).toEqual(TARGETS);
});

for (const [width, height] of [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`on a screen of ${width} × ${height} the counters come into view where they start to count`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const entersAt = await page
      .getByRole('region', { name: 'The school in numbers' })
      .evaluate((band) => band.getBoundingClientRect().top + scrollY - innerHeight);
    expect(entersAt).toBeLessThanOrEqual(5500);
    expect(entersAt).toBeGreaterThan(5380);
  });
}

test('where the page cannot be scrolled that far, the counters start when they come into view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 4000 });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const reach = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(reach).toBeLessThan(5500);
  expect(await numbers(page)).toEqual(TARGETS);
  await page.evaluate(() => {
    const [first] = document.querySelectorAll('[aria-labelledby="numbers"] .tabular-nums');
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(first?.textContent ?? '')).observe(first as Element, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await page.getByRole('region', { name: 'The school in numbers' }).scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen.at(-1)))
    .toBe('732');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen.length)).toBeGreaterThan(3);
  expect(await numbers(page)).toEqual(TARGETS);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the counters stand still at their targets', async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await numbers(page)).toEqual(TARGETS);
  });
});
