import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { bareWordsIn, wordsIn } from '#tests/support/bare-words.ts';
import { report } from '#tests/support/proof.ts';
import { APP_READY } from '#web/start.ts';
import { expectNoSideways } from './areas.ts';
import { textsOf, wordsOfSchool } from './bare-words.ts';
import { expect, signIn } from './fixtures.ts';
import { onOwnSchool } from './own-school.ts';
import { type PageWorld, pagesOf, roleOf } from './pages.ts';
import { walkedAt } from './walked-at.ts';
import { findWorld } from './world.ts';

/*
 * Every page, and what its buttons open, in the two languages that are made for it: one whose words are
 * accented and longer, in which a word that is no message and a box that does not fit stand out, and one that
 * is laid out from right to left.
 */

const test = onOwnSchool({ PSEUDO_LANGUAGES: 'on' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ACTORS = { admin: ADMIN, instructor: INSTRUCTORS.clara, student: STUDENT };
const ROLES = ['visitor', 'student', 'instructor', 'admin'] as const;
/** As many buttons as one page is asked for: a list has the same in each row. */
const BUTTONS_MAX = 12;

/** Boxes whose words do not fit into them, by what they say. */
const findOverflowing = (page: Page) =>
  page.evaluate(() => {
    const clips = (element: Element) => /(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX);
    return [
      ...document.body.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, p, label, th, td, li, dt, dd'),
    ]
      .filter((element) => {
        if (element.clientWidth === 0 || element.closest('[class*="sr-only"]') || clips(element))
          return false;
        return element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => element.innerText.slice(0, 80));
  });

/** Opens a page that has to be there. */
async function open(page: Page, path: string) {
  const answer = await page.goto(path);
  expect(answer?.status() === 404, `${path} is there`).toBe(path.endsWith('/no-such-page'));
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Lets `start` know on each document that opens in a page whether its scripts have started. */
const watchStart = (page: Page) =>
  page.addInitScript((ready) => {
    addEventListener(ready, () => Object.assign(window, { isStarted: true }));
  }, APP_READY);

/**
 * Starts the scripts of a document and waits until its buttons answer. A form that is sent before they do
 * opens another document, at any moment of what follows.
 */
async function start(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('touchstart')));
  await page.waitForFunction(() => 'isStarted' in window);
}

/** What the addresses of pages name, read before the first button is pressed. */
const worlds = new Map<(typeof ROLES)[number], PageWorld>();
test.beforeAll(async ({ browser, school }) => {
  const page = await browser.newPage({ baseURL: school.url });
  for (const role of ROLES) worlds.set(role, await findWorld(page, role));
  await page.close();
});

// First, while all that the addresses name is there: the buttons of the crawl change and delete.
for (const role of ROLES)
  test(`every page of the ${role} is laid out from right to left`, async ({ page }) => {
    test.setTimeout(300_000);
    const world = worlds.get(role) as PageWorld;
    if (role !== 'visitor') await signIn(page, ACTORS[role].email);
    const pages = pagesOf(world).filter((path) => (roleOf(path) ?? 'visitor') === role);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of pages) {
        await open(page, `/ar-XB${path === '/' ? '' : path}`);
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
        await test.step(`${path} at ${width}`, async () => {
          await expectNoSideways(page);
          // The first heading begins at the right, unless it stands in the middle.
          await expect(page.locator('h1').first()).toHaveCSS('text-align', /^(start|right|center)$/);
        });
      }
    }
  });

for (const role of ROLES)
  for (const width of walkedAt(360, 1280))
    test(`no page of the ${role} has a word outside of the catalogue, or one that does not fit ${width} px`, async ({
      page,
      school,
    }) => {
      test.setTimeout(600_000);
      await watchStart(page);
      await page.setViewportSize({ width, height: 900 });
      const world = worlds.get(role) as PageWorld;
      if (role !== 'visitor') await signIn(page, ACTORS[role].email);
      const pages = pagesOf(world).filter((path) => (roleOf(path) ?? 'visitor') === role);
      /** Where each was seen first. */
      const faults = new Map<string, string>();
      let pressed = 0;
      let own = wordsOfSchool(school.dataDir);
      const note = (fault: string, where: string) => faults.set(fault, faults.get(fault) ?? where);
      const look = async (where: string) => {
        const texts = await textsOf(page);
        const here = wordsIn(texts.join('\n'), own);
        for (const text of texts)
          for (const words of bareWordsIn(text, here)) note(`“${words}” in “${text.slice(0, 120)}”`, where);
        for (const text of await findOverflowing(page)) note(`does not fit: “${text}”`, where);
      };
      for (const path of pages) {
        const address = `/en-XA${path === '/' ? '' : path}`;
        own = wordsOfSchool(school.dataDir);
        await open(page, address);
        await look(path);
        await test.step(path, () => expectNoSideways(page));
        await start(page);
        const buttons = page.locator('main button:visible:enabled, main summary:visible');
        const names = await buttons.allInnerTexts();
        const distinct = [...names.entries()].filter(([at, name]) => names.indexOf(name) === at);
        for (const [at, name] of distinct.slice(0, BUTTONS_MAX)) {
          const button = buttons.nth(at);
          if (!(await button.isVisible().catch(() => false))) continue;
          await button.click({ timeout: 2_000 }).catch(() => {});
          pressed++;
          await page.waitForTimeout(200);
          await look(`${path}, after “${name.replaceAll(/\s+/g, ' ').slice(0, 60)}”`);
          const isSame = new URL(page.url()).pathname === address && (await buttons.count()) === names.length;
          if (isSame && (await page.locator('dialog[open]').count()) === 0) continue;
          await open(page, address);
          await start(page);
        }
      }
      expect(pages).not.toEqual([]);
      expect(pressed).toBeGreaterThan(0);
      report({ 'pages in the pseudo language': pages.length, 'buttons pressed on them': pressed });
      expect([...faults].map(([fault, where]) => `${where}: ${fault}`)).toEqual([]);
    });
