import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin adds an instrument, changes it and deletes it', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/instruments');
  await page.getByRole('button', { name: 'Add an instrument' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an instrument' });
  await adding.getByRole('button', { name: 'Add the instrument' }).click();
  await expect(adding.getByText('Name the instrument.')).toBeVisible();
  await adding.getByLabel('Name').fill('piano');
  await adding.getByRole('button', { name: 'Add the instrument' }).click();
  await expect(adding.getByText('Another instrument has this name.')).toBeVisible();
  await adding.getByLabel('Name').fill('Theremin');
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add the instrument' }).click();
  await expect(page.getByText('Instrument added')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Instruments' })).toContainText('Theremin');
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Change Theremin' }).click();
  const changing = page.getByRole('dialog', { name: 'Change Theremin' });
  await changing.getByLabel('Name').fill('Musical saw');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(changing).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete Musical saw' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete Musical saw?' });
  await asking.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Instrument deleted')).toBeVisible();
});

for (const width of [360, 1280])
  test(`at ${width} px a class without a picture gets that of its instrument, and visitors find it by that`, async ({
    page,
  }) => {
    const name = `Harp at dusk ${width}`;
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, INSTRUCTORS.amara.email);
    await page.goto('/instructor/addclass');
    await page.getByLabel('Class Name').fill(name);
    await page.getByRole('textbox', { name: /^Price/ }).fill('40');
    await page.getByLabel('Available Seat').fill('5');
    await page.getByRole('button', { name: 'Add Class' }).click();
    await expect(page.getByText('Choose a picture')).toBeVisible();
    await page.getByRole('group', { name: 'Instruments' }).getByLabel('Harp').check();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/class-form-${width}.png`, fullPage: true });
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('button', { name: 'Add Class' }).click();
    await page.waitForURL('**/instructor/myclass');
    await expect(page.getByRole('row').filter({ hasText: name }).locator('img')).toHaveAttribute(
      'src',
      /class-harp/,
    );

    await page.goto('/classes');
    await page.getByLabel('Instrument').selectOption('Harp');
    await page.waitForURL(/instrument=/);
    await expect(page.getByRole('heading', { name: 'Harp: A First Encounter' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Guitar from Zero' })).toHaveCount(0);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/classes-${width}.png`, fullPage: true });
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('link', { name: 'Harp: A First Encounter' }).click();
    await page.getByRole('link', { name: 'Harp', exact: true }).click();
    await page.waitForURL(/classes\?instrument=/);
  });
