import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { expect } from './fixtures.ts';

/** Goes on with the Tab key until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, most = 250) {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < most; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${most} times Tab did not lead to ${target}`);
}

/** Goes to `target` by the Tab key and presses it. */
export async function pressByKey(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** What has the focus: its kind and what it is called. */
export const focusedOn = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement as HTMLElement;
    if (tagName === 'BODY') return 'nothing';
    return `${tagName.toLowerCase()} ${(ariaLabel ?? textContent).trim().slice(0, 80)}`;
  });

/** Fails unless the focus comes to rest on what is called so. */
export const expectFocusOn = (page: Page, what: string | RegExp) =>
  expect.poll(() => focusedOn(page)).toMatch(what);

/** Signs in without touching the mouse. */
export async function signInByKey(page: Page, email: string) {
  await page.goto('/login');
  await expect(page.locator('form').getByRole('button', { name: 'Login' })).toBeEnabled();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
}
