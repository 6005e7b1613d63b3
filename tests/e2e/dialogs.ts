import type { Browser, Page } from '@playwright/test';
import { violationsOf } from './axe.ts';

/*
 * Axe looks at each dialog that a journey opens, before the journey's next step in it, and its title has to be
 * in sight: no journey has to ask for it.
 */

/**
 * An open dialog with a title that is not marked as looked at; the menu of phones has none, and journeys of
 * its own.
 */
const NEW = 'dialog[open]:not([data-looked-at]):has(h1, h2, h3)';

/** Has every page of the browser looked at; what is found is added to `faults`. */
export function watchDialogs(browser: Browser, faults: unknown[]): void {
  const seen = new Set<string>();
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.on('page', (page) => watchPage(page, seen, faults));
    return context;
  };
}

function watchPage(page: Page, seen: Set<string>, faults: unknown[]) {
  // Playwright calls it before a step as long as such a dialog is open.
  page
    .addLocatorHandler(
      page.locator(NEW).last(),
      async (dialog) => {
        const title = await dialog.getByRole('heading').first().innerText();
        // Marked, it is no longer what the locator finds.
        const isTitleInSight = await dialog.evaluate((element) => {
          element.setAttribute('data-looked-at', '');
          const top = (found: Element | null) => found?.getBoundingClientRect().top ?? 0;
          return top(element.querySelector('h1, h2, h3')) >= top(element.firstElementChild);
        });
        // The same dialog is looked at once for phones and once for wider screens.
        const width = page.viewportSize()?.width ?? 0;
        const key = `${title} ${width < 640}`;
        if (seen.has(key)) return;
        seen.add(key);
        const found: unknown[] = await violationsOf(page, 'dialog[open]');
        if (!isTitleInSight) found.push('It opens scrolled past its title.');
        if (found.length > 0) faults.push({ title, width, found });
      },
      { noWaitAfter: true },
    )
    .catch(() => {});
}
