import type { Page } from '@playwright/test';
import { paymentPath } from '#contract/payments/payment-path.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

/* Letters of twice their size on a phone, and colours of the reader's own. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Selected = { classid: string };

const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

async function expectRoom(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0);
  await enlarge(page);
  await test.step(path, () => expectNoSideways(page));
}

test('letters of twice their size need no scrolling sideways on a phone, and the basket counts there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/blogs', '/instructorlist', '/classes', '/classes?q=First+Steps'])
    await expectRoom(page, path);
  await page.getByRole('link', { name: 'First Steps at the Piano' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First Steps at the Piano' })).toBeVisible();
  await expectNoSideways(page);

  await signIn(page, 'student@cadenza.example');
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: /^\d+ selected$/ })).toBeVisible();
  const [one] = await callAs<Selected[]>(page, 'GET', '/selectedclass/student@cadenza.example');
  const payment = paymentPath(one?.classid ?? '');
  const own = ['/student/class/selected', payment, '/student/week', '/student/class/enrolled', '/account'];
  for (const path of ['/', ...own]) await expectRoom(page, path);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectNoSideways(page);
  await expectAccessible(page);
});

/** Words of names that are broken though a line of the page has room for them. */
const brokenNames = (page: Page) =>
  page.locator('main :is(h2, h3, p, span, a).wrap-anywhere, main h3 a').evaluateAll((names) =>
    names.flatMap((name) => {
      // What is for screen readers alone has no line.
      if (name.closest('[class*="sr-only"]')) return [];
      const broken: string[] = [];
      const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const parts = [...range.getClientRects()].filter(({ width }) => width > 1);
          const width = parts.reduce((sum, part) => sum + part.width, 0);
          if (new Set(parts.map(({ top }) => Math.round(top))).size > 1 && width < innerWidth - 120)
            broken.push(word);
        }
      }
      return broken;
    }),
  );

test('a name stays in one piece on a phone, with letters of twice their size too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/instructorlist']) {
    await page.goto(path);
    expect(await brokenNames(page)).toEqual([]);
    await enlarge(page);
    expect(await brokenNames(page)).toEqual([]);
  }
  await signIn(page, 'student@cadenza.example');
  for (const path of ['/student/class/selected', '/account/family']) {
    await expectRoom(page, path);
    expect(await brokenNames(page)).toEqual([]);
  }
});

test('a name stays in one piece in the week by room on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await signIn(page, 'admin@cadenza.example');
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    await page.goto(`/admin/week?on=${weekday}`);
    await expect(page.locator('.time-grid')).toBeVisible();
    expect(await brokenNames(page)).toEqual([]);
  }
});

test('where a reader has colours of their own, the page that they are on stands out in each menu', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'student@cadenza.example');
  await page.goto('/student');
  for (const name of ['Main', 'Student area']) {
    const menu = page.getByRole('navigation', { name });
    const ground = (links: string) =>
      menu
        .locator(links)
        .first()
        .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await ground('a[aria-current="page"]')).not.toBe(await ground('a:not([aria-current])'));
  }
});
