import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectFaultAt, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of walkedAt(360, 1280))
  test(`at ${width} px the office adds a family at the desk, corrects it, and adds its address later`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, ADMIN.email);
    await page.goto('/admin/families');
    await page.getByRole('button', { name: 'Add a family' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a family' });
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/desk-${width}-1.png` });
    await dialog.getByLabel('Name of the parent').fill(`Nadia Walk ${width}`);
    await dialog.getByLabel(/^Last name of the child/).fill('Walk');
    await dialog.getByRole('button', { name: 'Add the family' }).click();
    await expectFaultAt(dialog.getByLabel(/^First name of the child/), 'Enter a first name.');
    await dialog.getByLabel(/^First name of the child/).fill('Ida');
    await dialog.getByRole('button', { name: 'Another child' }).click();
    await expect(dialog.getByLabel(/^First name of child 2/)).toBeFocused();
    await page.keyboard.type('Udo');
    await expectNoSideways(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/desk-${width}-1b.png` });
    await dialog.getByLabel(/^Telephone/).fill('+351 555 014 273');
    await dialog.getByLabel(/^Note of the office/).fill('Pays in cash.');
    await dialog.getByRole('button', { name: 'Add the family' }).click();

    await expect(page.getByRole('heading', { level: 1, name: `Nadia Walk ${width}` })).toBeVisible();
    await expect(page.getByText('No email address, +351 555 014 273')).toBeVisible();
    await expect(page.getByText('Pays in cash.')).toBeVisible();
    await expect(page.getByText('This family gets no emails:')).toBeVisible();
    const people = page.getByRole('region', { name: 'Who is in it' });
    await expect(people.getByRole('paragraph').filter({ hasText: 'Ida Walk' })).toBeVisible();
    await expect(people.getByRole('paragraph').filter({ hasText: 'Udo Walk' })).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/desk-${width}-2.png`, fullPage: true });

    await people.getByRole('button', { name: 'Change Ida Walk' }).click();
    const child = page.getByRole('dialog', { name: 'Change Ida' });
    await child.getByLabel('Last name').fill('Walker');
    await child.getByRole('button', { name: 'Save' }).click();
    await expect(people.getByRole('paragraph').filter({ hasText: 'Ida Walker' })).toBeVisible();
    await people.getByRole('button', { name: 'Add a child' }).click();
    const another = page.getByRole('dialog', { name: 'Add a child' });
    await expect(another.getByLabel('Last name')).toHaveValue('Walker');
    await another.getByLabel('First name').fill('Otto');
    await another.getByRole('button', { name: 'Add' }).click();
    await expect(people.getByRole('paragraph').filter({ hasText: 'Otto Walker' })).toBeVisible();

    await people.getByRole('button', { name: 'Add another parent of Ida Walker' }).click();
    const second = page.getByRole('dialog', { name: 'Add a guardian for Ida' });
    await expectAccessible(page);
    await second.getByLabel('Their email').fill(`otto-${width}@desk.example`);
    await second.getByRole('checkbox', { name: 'Pay' }).check();
    await second.getByRole('button', { name: 'Send the email' }).click();
    await expect(people.getByText(`otto-${width}@desk.example`, { exact: true })).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/desk-${width}-3.png`, fullPage: true });
    await people.getByRole('button', { name: /Withdraw/ }).click();
    await expect(people.getByText(`otto-${width}@desk.example`, { exact: true })).toBeHidden();

    const email = `nadia-${width}-${Date.now()}@desk.example`;
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const family = page.getByRole('dialog', { name: `Change Nadia Walk ${width}` });
    await family.getByLabel(/^Email/).fill('student@cadenza.example');
    await family.getByRole('button', { name: 'Save' }).click();
    await expectFaultAt(
      family.getByLabel(/^Email/),
      'Another account has this address. Look for that family, and merge the two where they are one.',
    );
    await family.getByLabel(/^Email/).fill(email);
    await family.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${email} (not confirmed)`)).toBeVisible();
    const { items } = await callAs<{ items: { email: string }[] }>(
      page,
      'GET',
      `/families/search?q=${email}`,
    );
    expect(items).toMatchObject([{ email }]);
  });
