import { ADMIN } from '#server/database/seed/people.ts';
import { expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [360, 1280])
  test(`at ${width} px an admin adds a building, puts a room into it, and a family reads where that is`, async ({
    page,
  }) => {
    const name = `River house ${width}`;
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, ADMIN.email);
    await page.goto('/admin/rooms');
    await page.getByRole('button', { name: 'Add a building' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a building' });
    await adding.getByRole('button', { name: 'Add the building' }).click();
    await expect(adding.getByText('Enter the name of the building.')).toBeVisible();
    await adding.getByLabel('Name').fill(name);
    await adding.getByLabel('Street').fill('12 River Street');
    await adding.getByLabel('Town').fill('Springfield');
    await adding.getByLabel('How to get there').fill('Tram 4 to River.\nThe blue door.');
    await expectAccessible(page);
    await adding.getByRole('button', { name: 'Add the building' }).click();
    await expect(page.getByText('Building added')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Buildings' })).toContainText(
      '12 River Street, Springfield',
    );

    await page.getByRole('button', { name: 'Change Piano Studio' }).click();
    const room = page.getByRole('dialog', { name: 'Change Piano Studio' });
    await room.getByLabel('Building').selectOption(name);
    await room.getByRole('button', { name: 'Save' }).click();
    await expect(room).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'Piano Studio' }).first()).toContainText(name);
    await expectAccessible(page);
    await expectNoSideways(page);

    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/rooms-${width}.png`, fullPage: true });

    await page.goto('/timetable');
    await page.getByLabel('Room').selectOption(`Piano Studio, ${name}`);
    await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').first().click();
    const where = page.getByRole('region', { name: 'Where' });
    await expect(where).toContainText('12 River Street, Springfield');
    await expect(where).toContainText('The blue door.');
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/where-${width}.png`, fullPage: true });
    await expectAccessible(page);
    await expectNoSideways(page);

    await page.goto('/admin/rooms');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const asking = page.getByRole('dialog', { name: `Delete ${name}?` });
    await asking.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Rooms are still in this building.')).toBeVisible();
    await expect(asking).toHaveCount(0);
    await page.getByRole('button', { name: 'Change Piano Studio' }).click();
    await room.getByLabel('Building').selectOption('The school’s own address');
    await room.getByRole('button', { name: 'Save' }).click();
    await expect(room).toHaveCount(0);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await asking.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Building deleted')).toBeVisible();
  });
