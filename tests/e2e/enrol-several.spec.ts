import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { row, signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function shoot(page: Page, name: string, width: number) {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/several-${name}-${width}.png`, fullPage: true });
}

for (const width of walkedAt(1280, 360)) {
  test(`at ${width} px the office enrols several learners in a class, and a family in several classes`, async ({
    page,
    school,
  }) => {
    // A journey of three people, with a look at each screen.
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    const [viola, theory, young] = [`Viola ${width}`, `Theory ${width}`, `Elders’ choir ${width}`];
    const family = `Nilsson${width}`;
    const email = `ella${width}@test.example`;
    await signUp(page, { email, password: DEMO_PASSWORD, name: `Ella ${family}` });
    await askToProveAddress(page, school, email);
    for (const firstname of ['Max', 'Lova'])
      await callAs(page, 'POST', '/learners', { firstname, lastname: family, born: '2016-03-04' });
    const ids = await signInWith(page, viola, theory, young);
    for (const id of ids) await callAs(page, 'PUT', `/class/approved/${id}`);

    await page.goto(`/admin/manageclass?q=${encodeURIComponent(viola)}`);
    await row(page, viola)
      .getByRole('link', { name: `Enrol learners in ${viola}` })
      .click();
    const learners = page.getByRole('dialog', { name: `Enrol learners in ${viola}` });
    await learners.getByRole('button', { name: 'Enrol', exact: true }).click();
    await expect(learners.getByRole('alert')).toHaveText('Please choose at least one.');
    await learners.getByLabel('Search learners').fill(family.toLowerCase());
    for (const firstname of ['Max', 'Lova'])
      await learners.getByRole('checkbox', { name: new RegExp(`^${firstname} ${family}`) }).check();
    const happens = learners.getByRole('region', { name: 'What happens' });
    await expect(happens).toContainText('2 places are given.');
    await learners.getByLabel(`How Lova ${family} pays for ${viola}`).selectOption('Pays later');
    await expect(happens).toContainText('is paid in cash');
    await expect(happens).toContainText('is owed');
    await expect(happens).toContainText('One family gets an email.');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'learners', width);
    // A double click is one.
    await learners.getByRole('button', { name: 'Give 2 places' }).dblclick();
    await expect(learners).toBeHidden();
    await expect(page.getByText('2 places are given.')).toBeVisible();
    await expect(row(page, `Max ${family}`)).toBeVisible();
    await expect(row(page, `Lova ${family}`)).toBeVisible();
    await shoot(page, 'roster', width);

    // Who is in it already is told, and is not enrolled again.
    await page.getByRole('button', { name: 'Enrol learners' }).click();
    await learners.getByLabel('Search learners').fill(`max ${family}`);
    await learners.getByRole('checkbox', { name: new RegExp(`^Max ${family}`) }).check();
    await learners.getByRole('checkbox', { name: new RegExp(`^Ella ${family}`) }).check();
    await expect(happens).toContainText('One place is given.');
    await expect(happens).toContainText('One cannot be given');
    await expect(learners.getByRole('listitem').filter({ hasText: 'Max' }).first()).toContainText(
      'Already enrolled in this class.',
    );
    await expectAccessible(page);
    await shoot(page, 'refused', width);
    await learners.getByRole('button', { name: `Take Max ${family} in ${viola} off the list` }).click();
    await expect(happens).not.toContainText('cannot be given');
    await learners.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`/admin/families?q=${family.toLowerCase()}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: `Ella ${family}` })
      .click();
    await page.getByRole('button', { name: 'Enrol in several classes' }).click();
    const classes = page.getByRole('dialog', { name: 'Enrol in several classes' });
    for (const classname of [theory, young]) {
      await classes.getByLabel('Search classes').fill(classname);
      await classes.getByRole('checkbox', { name: classname }).check();
    }
    await classes.getByLabel('How is it paid?').selectOption('Paid by transfer');
    const comes = classes.getByRole('region', { name: 'What happens' });
    await expect(comes).toContainText('2 places are given.');
    await expect(comes).toContainText('is paid by transfer');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'classes', width);
    await classes.getByRole('button', { name: 'Give 2 places' }).click();
    await expect(classes).toBeHidden();
    const places = page.getByRole('region', { name: 'Classes' });
    for (const classname of [theory, young])
      await expect(places.getByRole('row').filter({ hasText: classname })).toContainText('Paid by transfer');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'family', width);
  });
}
