import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function shoot(page: Page, name: string, width: number, fullPage = true) {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/month-${name}-${width}.png`, fullPage });
}

for (const width of walkedAt(1280, 360)) {
  test(`at ${width} px each figure of a month leads to its places, and to a file of them`, async ({
    page,
    school,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    const email = `serpent${width}@test.example`;
    const name = `Ilse Brand${width}`;
    await signUp(page, { email, password: DEMO_PASSWORD, name });
    await askToProveAddress(page, school, email);
    const learners = [];
    for (const firstname of ['Mila', 'Nils', 'Olga'])
      learners.push(
        (await callAs(page, 'POST', '/learners', { firstname, lastname: `Brand${width}` })).insertedId,
      );
    const [serpent, cornett] = await signInWith(page, `Serpent ${width}`, `Cornett ${width}`);
    for (const id of [serpent, cornett]) await callAs(page, 'PUT', `/class/approved/${id}`);
    const enrol = (classid: string | undefined, learnerid: string | undefined, pay: string) =>
      callAs(page, 'POST', '/enrolments', { classid, learnerid, pay });
    await enrol(serpent, learners[0], 'cash');
    await enrol(serpent, learners[1], 'due');
    await enrol(cornett, learners[2], 'cash');
    await callAs(page, 'POST', `/class/${cornett}/calloff`, {
      reason: 'The hall is being repaired.',
      refund: 'whole',
      key: 'one',
    });

    await page.goto('/admin/money');
    await expect(page.getByRole('region', { name: 'Classes that were called off' })).toContainText(
      `Cornett ${width}`,
    );
    await expect(page.getByText(/everything agrees|to put right/i)).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'money', width, false);
    // A browser that knows no months takes one letter by letter, and an address may name none.
    await page.goto('/admin/money?month=none');
    const month = page.getByLabel('Month');
    await month.evaluate((field: HTMLInputElement) => {
      field.type = 'text';
      // Such a browser keeps it a text, whatever type it is given.
      Object.defineProperty(field, 'type', { get: () => 'text', set() {} });
    });
    await month.fill('');
    await month.pressSequentially('2031-01');
    await expect(page).toHaveURL('/admin/money?month=2031-01');
    await expect(page.getByText('Nothing was paid in this month.')).toBeVisible();
    await page.goto('/admin/money');
    const accountant = page.getByRole('region', { name: 'For the accountant' });
    for (const [label, name] of [
      ['Export payments', 'movements'],
      ['Export charges', 'charges'],
      ['Export invoices', 'invoices'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await accountant.getByRole('button', { name: label }).click();
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d{2}\\.csv$`));
    }
    await page.getByRole('link', { name: /^In cash/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid in cash');
    const places = page.getByRole('table', { name: 'Paid in cash' });
    const ofFamily = places.getByRole('row').filter({ hasText: name });
    await expect(ofFamily).toHaveCount(2);
    await expect(ofFamily.filter({ hasText: `Serpent ${width}` })).toContainText(`Mila Brand${width}`);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'places', width);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all figures' }).click();
    expect((await file).suggestedFilename()).toMatch(/^places-\d{4}-\d{2}\.csv$/);
    await page.getByRole('link', { name: 'Still owed', exact: true }).click();
    const owed = page.getByRole('table', { name: 'Still owed' });
    await expect(owed.getByRole('row').filter({ hasText: name })).toContainText(`Nils Brand${width}`);
    await page.getByRole('link', { name: 'Money check' }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Money check');
  });
}
