import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { RealSchool } from './real-school.ts';

const KEPT = 'pressed-in-the-test';
/** In which no mail came, so that all of a task have. */
const CALM_MS = 800;

/** What a task takes: what is pressed, and how many mails the school sends because of it. */
export type Cost = { pressed: string[]; mails: number };

/**
 * Notes in each page of a browser what is pressed: links, buttons, boxes, options, and Enter that sends a
 * form. What is typed is no press, nor is going into a field to type.
 */
export const notePresses = (context: BrowserContext) =>
  context.addInitScript((kept) => {
    let latest: { pressed: Element; words: string; at: number } | undefined;
    const note = (pressed: Element) => {
      const words = pressed.getAttribute('aria-label') ?? pressed.textContent;
      const at = performance.now();
      // Playwright presses once more where an element moved beneath the first press.
      const isAgain = latest?.pressed === pressed && latest.words === words && at - latest.at < 2000;
      latest = { pressed, words, at };
      if (isAgain) return;
      const before = JSON.parse(sessionStorage.getItem(kept) ?? '[]');
      sessionStorage.setItem(kept, JSON.stringify([...before, words || pressed.tagName]));
    };
    const noteClick = ({ isTrusted, target }: Event) => {
      const pressed = target instanceof Element && target.closest('a, button, summary, input');
      if (!isTrusted || !pressed) return;
      // A label passes its click on to its box, which counts.
      const isTyped =
        pressed instanceof HTMLInputElement &&
        !['checkbox', 'radio', 'file', 'submit'].includes(pressed.type);
      if (!isTyped) note(pressed);
    };
    addEventListener('click', noteClick, true);
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && note(target), true);
  }, KEPT);

/** Mails that the school has still to send. */
function countWaiting({ dataDir }: RealSchool): unknown {
  const records = new DatabaseSync(join(dataDir, 'cadenza.sqlite'), { readOnly: true, timeout: 10_000 });
  const counted = records.prepare('select count(*) as waiting from mails where workat is not null').get();
  records.close();
  return counted?.waiting;
}

/** Waits until the school has sent what there is to send; gives how many mails have come so far. */
async function sentMails(school: RealSchool): Promise<number> {
  for (;;) {
    const before = school.mails.mails.length;
    await new Promise((resolve) => setTimeout(resolve, CALM_MS));
    await expect.poll(() => countWaiting(school)).toBe(0);
    if (school.mails.mails.length === before) return before;
  }
}

/** Does a task that begins on the first page of the office, and gives what it took. */
export async function costOf(page: Page, school: RealSchool, task: () => Promise<void>): Promise<Cost> {
  const before = await sentMails(school);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Welcome To Admin DashBoard' })).toBeVisible();
  await page.evaluate((kept) => sessionStorage.removeItem(kept), KEPT);
  await task();
  const pressed = JSON.parse((await page.evaluate((kept) => sessionStorage.getItem(kept), KEPT)) ?? '[]');
  return { pressed, mails: (await sentMails(school)) - before };
}
