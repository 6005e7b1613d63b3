import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe on the page as it stands, which gives its violations alone. It sums up in the page itself: a page of its own for that, and all that
 * was found good, take twice as long again.
 */
export const axeOn = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
