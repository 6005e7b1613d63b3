import type { Browser, Page } from '@playwright/test';
import { APP_READY } from '#web/start.ts';

/** How long a mouse stands on a link before the button goes down; people need longer. */
const HOVER_MS = 100;

/** Touches a page and waits until it is the application. */
const wake = (page: Page) =>
  page.evaluate((ready) => {
    const isReady = new Promise((resolve) => addEventListener(ready, resolve, { once: true }));
    dispatchEvent(new Event('touchstart'));
    return isReady;
  }, APP_READY);

/** Milliseconds from the click on a link of the page until the other page's heading has been painted. */
const follow = (page: Page, to: string) =>
  page.locator(`header a[href="${to}"]:visible`).evaluate((link: HTMLAnchorElement) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const heading = document.querySelector('h1')?.textContent;
    const began = performance.now();
    const observer = new MutationObserver(() => {
      const now = document.querySelector('h1');
      if (!now || now.textContent === heading || location.pathname !== link.pathname) return;
      observer.disconnect();
      // A task after the next frame: by then it has been painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    link.click();
    return promise;
  });

/** Opens `from`, uses it, rests the mouse on its link to `to` and follows that. Gives milliseconds. */
export async function navigate(browser: Browser, school: string, from: string, to: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(school + from);
    await wake(page);
    await page.waitForLoadState('networkidle');
    await page.locator(`header a[href="${to}"]:visible`).hover();
    await page.waitForTimeout(HOVER_MS);
    return await follow(page, to);
  } finally {
    await context.close();
  }
}

/** Opens `to` as if by its address, with nothing cached. Gives milliseconds until its first paint. */
export async function load(browser: Browser, school: string, to: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(school + to);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    return await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
  } finally {
    await context.close();
  }
}
