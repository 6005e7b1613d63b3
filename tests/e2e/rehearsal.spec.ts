import type { Page } from '@playwright/test';
import { ADMIN } from '#server/database/seed/people.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, testAt, use } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/* An admin rehearses a term: the clock of a copy moves, and what happens in it is seen beside and in the copy. */

/** A school of its own: the copy ends with the sign-in that began it. */
const test = testAt({ LOG_LEVEL: 'silent' });
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WAIT = { timeout: 60_000 };

async function isReady(page: Page) {
  await expect(page.getByRole('heading', { name: 'The clock of the copy' })).toBeVisible(WAIT);
  await expect(page.getByRole('button', { name: 'An hour on' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
    WAIT,
  );
}

for (const width of walkedAt(360, 1280)) {
  test(`at ${width} px: a class sells out and a lesson is cancelled, with the emails beside`, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 800 });
    // The way there from what a visitor of the demo sees.
    await page.goto('/');
    await use(page);
    await expect(page.getByRole('link', { name: 'Move the clock as an admin' })).toBeVisible();
    await signIn(page, ADMIN.email);
    await page.goto('/admin/start');
    await page.getByRole('link', { name: 'To the rehearsal' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rehearsal');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start the rehearsal' }).click();
    await isReady(page);
    await expectNoSideways(page);
    await expect(page.getByText('None yet: move the clock.')).toBeVisible();

    await page.getByRole('button', { name: 'A day on' }).click();
    const done = page.getByRole('heading', { level: 3, name: /has happened/ });
    await expect(done).toHaveCount(4, WAIT);
    await isReady(page);
    const mails = page.getByRole('region', { name: 'Emails of the copy' });
    await expect(mails.getByText(/a lesson is cancelled$/).first()).toBeVisible();
    await mails.getByText(/^Your refund for/).click();
    await expect(mails.locator('details[open] p')).toContainText('is on its way back to you');
    await expectAccessible(page);
    await expectNoSideways(page);

    // The copy itself, in a window of its own.
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'See it in the copy: A class sells out' }).click(),
    ]);
    await copy.setViewportSize({ width, height: 800 });
    await expect(copy.getByText('Rehearsal: nothing here is real.')).toBeVisible();
    await expect(copy.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(copy.url()).search).toBe('');
    expect(new URL(copy.url()).origin).not.toBe(new URL(page.url()).origin);
    await expectNoSideways(copy);
    await expectAccessible(copy);
    await use(copy);
    await copy.getByRole('button', { name: 'Family' }).click();
    await copy.waitForURL('**/student', WAIT);
    await expect(copy.getByRole('heading', { level: 1 })).toBeVisible();
    await copy.getByRole('button', { name: 'Admin' }).click();
    // Where a school that has not opened leads an admin first.
    await copy.waitForURL('**/admin/start', WAIT);
    await copy.goto(new URL('/admin/rehearsal', copy.url()).href);
    await expect(copy.getByText('This is the copy.')).toBeVisible();

    await page.getByRole('button', { name: 'End the rehearsal' }).click();
    await page
      .getByRole('dialog', { name: 'End the rehearsal?' })
      .getByRole('button', { name: 'End the rehearsal' })
      .click();
    await expect(page.getByRole('button', { name: 'Start the rehearsal' })).toBeVisible();
    await expect(async () => {
      await expect(copy.goto(copy.url())).rejects.toThrow();
    }).toPass();
  });
}
