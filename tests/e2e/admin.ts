import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { addPendingClass } from './areas.ts';
import { signIn } from './fixtures.ts';

/** The row of a table that says `text`. */
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Signs in as the admin, with classes of Clara's that wait; gives their ids. */
export async function signInWith(page: Page, ...classnames: string[]): Promise<string[]> {
  await signIn(page, INSTRUCTORS.clara.email);
  const ids: string[] = [];
  for (const classname of classnames) ids.push(await addPendingClass(page, classname));
  await signIn(page, ADMIN.email);
  return ids;
}

/** Holds a call back until `letGo`. */
export async function hold(page: Page, url: string) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}
