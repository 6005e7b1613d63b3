import { faultsOn } from './axe.ts';
import { expect, test, use } from './fixtures.ts';

const PAGES = [
  '/',
  '/instructorlist',
  '/classes',
  '/timetable',
  '/classes?q=theorbo',
  '/blogs',
  '/blogs/blog',
  '/ongoing',
  '/test',
  '/login',
  '/register',
  '/no-such-page',
];

for (const width of [1280, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing on public pages, and nothing is wider than the window', async ({ page }) => {
      for (const path of PAGES)
        await test.step(path, async () => {
          await page.goto(path);
          await page.waitForLoadState('networkidle');
          const violations = await faultsOn(page);
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
          );
          expect(found, path).toEqual([]);
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(excess, path).toBeLessThanOrEqual(0);
        });
    });
  });
}

test('the skip link is the first stop and leads to the content', async ({ page }) => {
  await page.goto('/classes');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
});

test('the menu of a phone keeps the focus, closes by Esc and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  expect(await faultsOn(page)).toEqual([]);
  for (let stop = 0; stop < 14; stop++) {
    await page.keyboard.press('Tab');
    // The browser's own bars, which take a turn, count as the body.
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await opener.click();
  await page.mouse.click(12, 400);
  await expect(menu).toBeHidden();
  await opener.click();
  await menu.getByRole('link', { name: 'Blogs' }).click();
  await expect(page).toHaveURL('/blogs');
  await expect(menu).toBeHidden();
});

test('a focus is seen on every kind of control', async ({ page }) => {
  await page.goto('/classes');
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement as Element);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    expect(seen).toBe(true);
  }
});

test('without a connection a link to a page that was not loaded says so, and Retry opens it later', async ({
  page,
  context,
}) => {
  await page.goto('/classes');
  await use(page);
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).click();
  await expect(page.getByText(/^You are offline, so that page cannot be opened/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Classes List' })).toBeVisible();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(page.getByText(/^You are still offline/)).toBeVisible();
  await context.setOffline(false);
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Instructor List' })).toBeVisible();
});
