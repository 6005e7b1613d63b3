import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Listed = { _id: string; classname: string; availableseat: number; status: string };

for (const width of [360, 768, 1280])
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the office sees who waits for a class, and removes somebody', async ({ page }) => {
      await signIn(page, ADMIN.email);
      const classes = await callAs<Listed[]>(page, 'GET', '/classes/all');
      const full = classes.filter(
        ({ availableseat, status }) => availableseat === 0 && status === 'approved',
      );
      const lines = await Promise.all(
        full.map(async ({ _id }) => ({
          _id,
          ...(await callAs<{ waiting: { learnername: string }[] }>(page, 'GET', `/class/${_id}/waitlist`)),
        })),
      );
      const line = lines.find(({ waiting }) => waiting.length > 0);
      if (!line) throw new Error('The demo has a class that somebody waits for.');
      await page.goto(`/admin/roster/${line._id}`);
      await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible();
      await expectAccessible(page);
      await expectNoSideways(page);
      const name = line.waiting[0]?.learnername ?? '';
      await page.getByRole('button', { name: `Remove ${name} from the waiting list` }).click();
      const dialog = page.getByRole('dialog', { name: `Remove ${name} from the waiting list?` });
      await expectAccessible(page);
      if (width < 1280) return dialog.getByRole('button', { name: 'Keep it' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Removed from the waiting list. The family gets an email.')).toBeVisible();
      await page.goto('/admin/log?about=class');
      await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
        'from the waiting list of',
      );
    });
  });
