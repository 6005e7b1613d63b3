import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { row, signInWith } from './admin.ts';
import { callAs, expectAccessible, expectFaultAt, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const REASON = 'The hall is being repaired until summer.';

async function shoot(page: Page, name: string, width: number) {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/call-off-${name}-${width}.png`, fullPage: true });
}

for (const width of walkedAt(1280, 768, 360)) {
  test(`at ${width} px an admin calls a class off: it says what will happen, does it, and what is due back is seen`, async ({
    page,
    school,
  }) => {
    // A journey of four people, with a look at each screen.
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    const classname = `Glass harp ${width}`;
    const email = `ines${width}@test.example`;
    await signUp(page, { email, password: DEMO_PASSWORD, name: `Ines Aubert${width}` });
    await askToProveAddress(page, school, email);
    const { insertedId: learnerid } = await callAs(page, 'POST', '/learners', {
      firstname: 'Mila',
      lastname: `Aubert${width}`,
    });
    const [id] = await signInWith(page, classname);
    await callAs(page, 'PUT', `/class/approved/${id}`);
    await callAs(page, 'POST', '/enrolments', { classid: id, learnerid, pay: 'cash' });

    await page.goto(`/admin/manageclass?q=${encodeURIComponent(classname)}`);
    const item = row(page, classname);
    await expect(item).toBeVisible();
    await shoot(page, 'list', width);
    await item.getByRole('button', { name: `Delete ${classname}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'call it off instead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Call this class off?' });
    const happens = dialog.getByRole('region', { name: 'What happens' });
    await expect(happens).toContainText('One family gets an email.');
    await expect(happens).toContainText('is to be refunded by hand');
    await dialog.getByLabel('Refund').selectOption('Nothing');
    await expect(happens).toContainText('No money goes back.');
    await dialog.getByRole('button', { name: 'Call it off' }).click();
    await expectFaultAt(dialog.getByLabel('Reason'), 'Please say why the class is called off.');
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByLabel('Refund').selectOption('All that was paid');
    await expect(happens).toContainText('is to be refunded by hand');
    await happens.getByText('See the email to a family').click();
    await expect(happens).toContainText(`${classname} has been called off`);
    await expect(happens).toContainText(REASON);
    await expect(happens).toContainText(`Mila Aubert${width}: The school refunds`);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'dialog', width);
    // A double click is one.
    await dialog.getByRole('button', { name: 'Call it off' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('The class has been called off.')).toBeVisible();
    await expect(item).toHaveCount(0);

    await page.goto('/admin/money');
    const attention = page.getByRole('table', { name: 'Payments that need attention' });
    await expect(async () => {
      await page.reload();
      await expect(attention.getByRole('row').filter({ hasText: email })).toContainText('To refund');
    }).toPass();
    await page.goto(`/admin/families?q=aubert${width}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: `Ines Aubert${width}` })
      .click();
    await page.getByRole('button', { name: `Mark as refunded for ${classname}` }).click();
    const refunded = page.getByRole('dialog', { name: 'Mark as refunded' });
    await refunded.getByRole('button', { name: 'Mark as refunded' }).click();
    await expect(refunded).toBeHidden();
    const places = page.getByRole('region', { name: 'Classes' });
    await expect(places.getByRole('row').filter({ hasText: classname })).toContainText('Refunded');

    const gone = await page.goto(`/classes/${id}`);
    expect(gone?.status()).toBe(410);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${classname} has been called off`);
    await expect(page.getByRole('main')).toContainText(REASON);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'page', width);

    await signIn(page, email);
    await page.goto('/student/class/enrolled');
    await expect(page.getByRole('region', { name: 'Cancelled' })).toContainText(classname);
  });
}

test('in German and French the page of a class that was called off says why', async ({ page }) => {
  const [id] = await signInWith(page, 'Nyckelharpa');
  await callAs(page, 'PUT', `/class/approved/${id}`);
  await callAs(page, 'POST', `/class/${id}/calloff`, { reason: REASON, refund: 'none', key: 'one' });
  for (const [code, heading] of [
    ['de', 'Nyckelharpa wurde abgesagt'],
    ['fr', 'Nyckelharpa a été annulé'],
  ]) {
    const gone = await page.goto(`/${code}/classes/${id}`);
    expect(gone?.status()).toBe(410);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
    await expect(page.getByRole('main')).toContainText(REASON);
  }
});
