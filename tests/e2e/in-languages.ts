import type { Page } from '@playwright/test';
import { type MessageId, t, type ValuesOf, withLanguage } from '#languages/t.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/* For journeys that are walked in the languages of a school besides English, by what its catalogue says. */

export const OTHERS = ['de', 'fr'] as const;
export type Walked = (typeof OTHERS)[number];
export const WALKED = walkedAt(...OTHERS);

/** What a message takes but its tags. */
type Said<Id extends MessageId> = {
  [Name in keyof ValuesOf<Id> as ValuesOf<Id>[Name] extends string | number
    ? Name
    : never]: ValuesOf<Id>[Name];
};

/** What a person reads in a language: `say('classes.found', { count: 2 })`, without the tags of a message. */
export const sayIn =
  (code: Walked) =>
  <Id extends MessageId>(
    id: Id,
    ...[values]: keyof Said<Id> extends never ? [] : [values: Said<Id>]
  ): string =>
    withLanguage(code, () => (t as (id: string, values: object) => string)(id, values ?? {})).replaceAll(
      /<\/?\w+>/g,
      '',
    );

/** The name of a button with a hidden piece, before which browsers put a space. */
export const withPieces = (words: string) =>
  new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s*:/g, '\\s*:')}$`);

/** Lets a school speak all languages, and leaves the browser as that of a visitor. */
export async function speakAll(page: Page) {
  await signIn(page, ADMIN.email);
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  await callAs(page, 'PUT', '/school', { version, languages: ['en', ...OTHERS] });
  await page.evaluate(() => localStorage.clear());
}

/**
 * Fails unless a screen is in the language, passes axe and fits a phone and a desk; with `SHOTS` it is
 * kept there as a picture.
 */
export async function expectGood(page: Page, code: Walked, screen: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', code);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // A page that has just become narrower may still have to put itself in order.
    await expect(() => expectNoSideways(page)).toPass();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${code}-${screen}-${width}.png`, fullPage: true });
  }
  await expectAccessible(page);
}
