import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const HEADINGS = 'E-Mail;Parent;Mobile;Child first name;Child last name;Date of birth;Remarks';

/** A list of one school or another, as an older spreadsheet writes it. */
const listOf = (school: string, lastLine: string) =>
  [
    HEADINGS,
    `ana@${school}.example;Ana Müller;+351 555;Rui;Müller;03/04/2015;Nuts`,
    `ana@${school}.example;Ana Müller;;Inês;Müller;05/06/2017;`,
    `bob@${school}.example;Bob Lima;;Eva;Lima;07/08/2016;=1+1`,
    lastLine,
  ].join('\r\n');

async function choose(page: Page, text: string) {
  const buffer = Buffer.from(text, 'latin1');
  await page
    .getByLabel('The list of families')
    .setInputFiles({ name: 'families.csv', mimeType: 'text/csv', buffer });
}
const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const lines = (page: Page) => page.getByRole('table', { name: 'Lines of the file' }).getByRole('row');

for (const width of walkedAt(360, 1280)) {
  test(`an admin imports a school, corrects, imports again and undoes, ${width} pixels wide`, async ({
    page,
  }) => {
    const school = `school${width}`;
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, ADMIN.email);
    await page.goto('/admin/import');
    await expect(page.getByRole('heading', { name: 'Choose the file' })).toBeVisible();
    await expectAccessible(page);

    // Without its columns a file says what it lacks.
    await choose(page, 'PK\u0003\u0004');
    await expect(page.getByText('This is a spreadsheet file.')).toBeVisible();

    await choose(page, listOf(school, `cy.example;Cy Costa;;Zoe;Costa;09/10/2014;`));
    await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeFocused();
    await expect(page.getByLabel('First name of the child')).toHaveValue('Child first name');
    await expect(page.getByText('Such as Rui · Inês · Eva')).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await click(page, 'See what will happen');
    await expect(page.getByRole('heading', { name: 'What will happen' })).toBeFocused();
    await expect(page.getByText('Nothing in this file is new.')).toBeVisible();
    const rui = lines(page).filter({ hasText: 'Rui' });
    await expect(rui).toContainText('may be 3 April 2015 or 4 March 2015');

    await click(page, 'Back to the columns');
    await page
      .getByLabel('How the file writes dates')
      .selectOption({ label: 'Day first: 03/04/2015 is 3 April' });
    await click(page, 'See what will happen');
    await expect(page.getByText('This file brings 3 children.')).toBeVisible();
    await click(page, /^To correct 1$/);
    await expect(lines(page).filter({ hasText: 'Line' })).toHaveCount(1);
    await expect(lines(page).filter({ hasText: 'Zoe Costa' })).toContainText(
      'E-Mail: Enter an email address',
    );
    await expectAccessible(page);
    await expectNoSideways(page);
    const saved = page.waitForEvent('download');
    await click(page, 'Save the lines left for you');
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain('cy.example,Cy Costa,,Zoe,Costa,09/10/2014,,5,Enter an email address');

    await click(page, 'Import 3 children');
    await expect(page.getByText('Done: 3 children were imported.')).toBeVisible();
    const imports = page.getByRole('table', { name: 'Imports' });
    await expect(imports.getByRole('row').filter({ hasText: '3 children' }).first()).toContainText(
      '2 families have not signed in',
    );

    // The corrected list: what is here already is not added again.
    await click(page, 'Import another file');
    await choose(page, listOf(school, `cy@${school}.example;Cy Costa;;Zoe;Costa;25/10/2014;`));
    await expect(page.getByLabel('How the file writes dates')).toHaveValue('dd/mm/yyyy');
    await click(page, 'See what will happen');
    await expect(page.getByText('This file brings one child.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Already here 3' })).toBeVisible();
    await click(page, 'Import one child');
    await expect(page.getByText('Done: one child was imported.')).toBeVisible();

    const first = imports.getByRole('row').filter({ hasText: '3 children' }).first();
    await first.getByRole('button', { name: 'Invite families' }).click();
    await expect(page.getByRole('dialog', { name: 'Invite families?' })).toBeVisible();
    await click(page, 'Send invitations');
    await expect(page.getByText('2 families are being invited by email')).toBeVisible();

    for (const text of ['One child', '3 children']) {
      const row = imports.getByRole('row').filter({ hasText: text }).first();
      await row.getByRole('button', { name: 'Undo' }).click();
      await page
        .getByRole('dialog', { name: 'Undo this import?' })
        .getByRole('button', { name: 'Undo' })
        .click();
      await expect(row).toContainText(', undone');
    }
    await expectNoSideways(page);
  });
}

test('an admin who undoes an import is told who stays, and why', async ({ page }) => {
  const school = 'stays';
  await signIn(page, ADMIN.email);
  await page.goto('/admin/import');
  await choose(page, listOf(school, `cy@${school}.example;Cy Costa;;Zoe;Costa;25/10/2014;`));
  await click(page, 'See what will happen');
  await click(page, 'Import 4 children');
  await expect(page.getByText('Done: 4 children were imported.')).toBeVisible();

  // One of them has a place meanwhile.
  type Found = { items: { learners: { _id: string; learnername: string }[] }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=cy%40${school}`);
  const zoe = items[0]?.learners.find(({ learnername }) => learnername === 'Zoe Costa');
  const { insertedId: classid } = await callAs(page, 'POST', '/addclass', {
    classname: `Cello for ${school}`,
    image: '/art/class-first-piano-960.webp',
    price: '45',
    availableseat: 5,
    instructoremail: 'clara@cadenza.example',
  });
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  await callAs(page, 'POST', '/enrolments', { classid, learnerid: zoe?._id, pay: 'free' });

  await page
    .getByRole('table', { name: 'Imports' })
    .getByRole('row')
    .filter({ hasText: '4 children' })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click();
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo' }).click();
  const left = page.getByRole('dialog', { name: 'Not everything could be undone' });
  await expect(left.getByRole('listitem').filter({ hasText: 'Zoe Costa' })).toContainText(
    'Is enrolled in a class.',
  );
  await expect(left).not.toContainText('Rui');
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideways(page);
  }
  await left.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(left).toHaveCount(0);
});

test('before an import is undone the dialog counts the places that end, and names those that stay', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  const { insertedId: classid } = await callAs<{ insertedId: string }>(page, 'POST', '/addclass', {
    classname: 'Viola by list',
    image: '/art/class-first-piano-960.webp',
    price: '45',
    availableseat: 5,
    instructoremail: 'clara@cadenza.example',
  });
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  await page.goto('/admin/import');
  const rows = [
    'Email;Parent;Child first name;Child last name;Class;Pays',
    'ana@undone.example;Ana Müller;Rui;Müller;Viola by list;due',
    'ana@undone.example;Ana Müller;Inês;Müller;Viola by list;free',
    'bob@undone.example;Bob Lima;Eva;Lima;Viola by list;cash',
  ];
  await choose(page, rows.join('\r\n'));
  await click(page, 'See what will happen');
  await click(page, 'Import 3 children');
  await expect(page.getByText('Done: 3 children were imported.')).toBeVisible();
  await page
    .getByRole('table', { name: 'Imports' })
    .getByRole('row')
    .filter({ hasText: '3 children' })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  const places = dialog.getByRole('region', { name: 'What happens to places' });
  await expect(places).toContainText('2 places that the import gave end.');
  await expect(places).toContainText('is no longer owed');
  await expect(places.getByRole('listitem')).toHaveCount(1);
  await expect(places.getByRole('listitem')).toContainText('Eva Lima');
  await expectAccessible(page);
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSideways(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/undo-${width}.png` });
  }
  await dialog.getByRole('button', { name: 'Undo' }).click();
  const left = page.getByRole('dialog', { name: 'Not everything could be undone' });
  await expect(left.getByRole('listitem').filter({ hasText: 'Eva Lima' })).toContainText('was paid');
  await expect(left).not.toContainText('Rui');
});

test('an import whose answer is lost goes on, and adds nothing twice', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/import');
  await choose(page, listOf('lost', 'dan@lost.example;Dan;;Kim;Dan;25/12/2014;'));
  await click(page, 'See what will happen');
  await page.route('**/api/imports', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await click(page, 'Import 4 children');
  await expect(page.getByText('What was imported by then is kept')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Imports' })).toContainText('4 children');
  await click(page, 'See what is left');
  await expect(page.getByText('Nothing in this file is new.')).toBeVisible();
});
