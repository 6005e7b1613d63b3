import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2, A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Axe on the page as it stands, which gives its violations alone. It sums up in the page itself: a page of
 * its own for that, and all that was found good, take twice as long again.
 */
export const axeOn = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/**
 * What axe finds on the page, or in one piece of it, that shuts people out: each rule with the elements that
 * break it.
 */
export async function violationsOf(page: Page, piece = 'html'): Promise<[rule: string, html: string[]][]> {
  // What fades in has the contrast that axe judges once it is there.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  const { violations } = await axeOn(page).include(piece).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
