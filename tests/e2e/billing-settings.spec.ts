import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin says when invoices are due and where they are paid; a wrong account number is said at its field', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/billing');
  await page.getByRole('link', { name: 'Invoices and money' }).click();
  await page.waitForURL('**/admin/billing/settings');
  await page.getByLabel('Days to pay').fill('30');
  await page.getByLabel('Tax rate in percent').fill('8.1');
  await page.getByLabel('Days after it was due').fill('7');
  const iban = page.getByLabel('Account number (IBAN)');
  await iban.fill('CH93 0076 2011 6238 5295 8');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('its check digits do not fit')).toBeVisible();
  await expect(page.getByText('Enter the name of the account holder.')).toBeVisible();
  const fee = page.getByRole('region', { name: 'Late fee' }).getByLabel('Fee');
  await expect(fee).toBeFocused();
  const noFee = page.getByText('Enter a fee of more than 0, such as 5 or 7.50.');
  await expect(noFee).toBeVisible();
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-settings-${width}.png`, fullPage: true });
  }
  await fee.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(noFee).toBeVisible();
  await fee.fill('5.50');
  await iban.fill('CH93 0076 2011 6238 5295 7');
  await page.getByLabel('Account holder').fill('Reed & Bow');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(iban).toHaveValue('CH9300762011623852957');
  const settings = await callAs<object>(page, 'GET', '/billing/settings');
  expect(settings).toMatchObject({
    dueafterdays: 30,
    latefee: { amount: 5.5, afterdays: 7 },
    taxrate: 8.1,
    bank: { iban: 'CH9300762011623852957', holder: 'Reed & Bow' },
  });
  await expectAccessible(page);
  if (process.env.SHOTS) {
    await page.goto('/de/admin/billing/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Rechnungen und Geld' })).toBeVisible();
    await page.screenshot({ path: `${process.env.SHOTS}-settings-de.png`, fullPage: true });
    await page.goto('/fr/admin/billing/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Factures et paiements' })).toBeVisible();
    await page.screenshot({ path: `${process.env.SHOTS}-settings-fr.png`, fullPage: true });
  }
});

test('a part of a percent and of a fee is taken, and shown, as the language writes it', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/de/admin/billing/settings');
  const tax = page.getByLabel('Steuersatz in Prozent');
  const fee = page.getByRole('region', { name: 'Mahngebühr' }).getByLabel('Gebühr');
  await tax.fill('8,1');
  await fee.fill('7,5');
  await page.getByLabel('Tage nach der Fälligkeit').fill('7');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
  await expect(fee).toHaveValue('7,50');
  await page.reload();
  await expect(tax).toHaveValue('8,1');
  await expect(fee).toHaveValue('7,50');
  const settings = await callAs<object>(page, 'GET', '/billing/settings');
  expect(settings).toMatchObject({ latefee: { amount: 7.5 }, taxrate: 8.1 });
});
