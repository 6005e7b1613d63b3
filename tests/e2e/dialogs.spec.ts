import type { Page } from '@playwright/test';
import type { MusicClass } from '#contract/classes/calls.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { row } from './admin.ts';
import { callAs, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

/*
 * Dialogs that no other journey opens. That axe looks at them, as at every dialog, is seen to by dialogs.ts.
 */

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Leaves the dialog by the button that does nothing. */
async function leave(page: Page, title: string, button: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await expectNoSideways(page);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

for (const width of walkedAt(1280, 360))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('an admin is asked before an event, the lessons of a class or the rights of an admin go', async ({
      page,
    }) => {
      await signIn(page, ADMIN.email);
      // The journeys of one worker share a school, and another one deletes all that it says of itself.
      const title = `Open evening ${width}`;
      await callAs(page, 'POST', '/school/facts', { kind: 'event', title });
      await page.goto('/admin/school');
      await page.getByRole('button', { name: `Delete ${title}` }).click();
      await expect(page.getByRole('dialog', { name: `Delete “${title}”?` })).toBeVisible();
      await leave(page, `Delete “${title}”?`, 'Keep it');

      await page.goto('/admin/terms');
      await page.getByRole('button', { name: 'Add a term' }).click();
      await expect(page.getByRole('dialog', { name: 'Add a term' })).toBeVisible();
      await leave(page, 'Add a term', 'Cancel');

      const classes = await callAs<MusicClass[]>(page, 'GET', '/classes/all');
      const planned = classes.find(({ meets, status }) => meets && status === 'approved');
      await page.goto(`/admin/plan/${planned?._id}`);
      const remove = page.getByRole('button', { name: /^Remove time/ });
      await expect(remove.first()).toBeVisible();
      for (let left = await remove.count(); left > 0; left--) await remove.first().click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog', { name: 'Remove all lessons?' })).toBeVisible();
      await leave(page, 'Remove all lessons?', 'Keep it');

      const found = await callAs<{ items: { _id: string }[] }>(
        page,
        'GET',
        '/users/search?q=farah%40cadenza',
      );
      const farah = `/users/admin/${found.items[0]?._id}`;
      await callAs(page, 'PATCH', farah);
      await page.goto('/admin/manageusers?q=farah%40cadenza');
      await row(page, 'farah@cadenza')
        .getByRole('button', { name: /^Make Student/ })
        .click();
      await expect(page.getByRole('dialog', { name: /^End the admin rights of .*\?$/ })).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'End admin rights' }).click();
      await expect(page.getByText('Role Updated')).toBeVisible();
    });
  });
