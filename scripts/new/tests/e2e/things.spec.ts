import { ADMIN } from '#server/database/seed/people.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin adds a thing, changes it and deletes it', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/things');
  await page.getByRole('button', { name: 'Add a thing' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a thing' });
  await adding.getByRole('button', { name: 'Add the thing' }).click();
  await expect(adding.getByText('Enter a name.')).toBeVisible();
  await adding.getByLabel('Name').fill('First');
  await adding.getByRole('button', { name: 'Add the thing' }).click();
  await expect(page.getByText('Thing added')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Things' })).toContainText('First');
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Change First' }).click();
  const changing = page.getByRole('dialog', { name: 'Change First' });
  await changing.getByLabel('Name').fill('Second');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(changing).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete Second' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete Second?' });
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Thing deleted')).toBeVisible();
  await expect(page.getByText('No things yet.')).toBeVisible();
});
