import { readFile } from 'node:fs/promises';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin issues an invoice and makes it void; the family saves both as PDF', async ({ page }) => {
  const email = `invoice-${crypto.randomUUID()}@test.example`;
  await signUp(page, { email, password: 'Family-1!', name: 'Robin Lee' });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, ADMIN.email);
  type Found = { items: { userid: string }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=${encodeURIComponent(email)}`);
  const userid = items[0]?.userid;
  for (const [label, amount] of [
    ['Exam in March', 25],
    ['Strings', 12.5],
  ])
    await callAs(page, 'POST', '/charges', {
      ...{ userid, kind: 'fee', label, amount, day: '2026-09-01', key: crypto.randomUUID() },
    });

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/families/${userid}`);
  const invoices = page.getByRole('region', { name: 'Invoices' });
  await expect(invoices).toContainText('There is no invoice yet.');
  await invoices.getByRole('button', { name: 'Issue an invoice' }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue an invoice' });
  await expect(issuing).toContainText('$37.50');
  await issuing.getByRole('checkbox', { name: /Strings/ }).uncheck();
  await expect(issuing).toContainText('$25');
  await expectAccessible(page);
  await expectNoSideways(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-issue-360.png` });
  await issuing.getByRole('button', { name: 'Issue an invoice' }).dblclick();
  await expect(issuing).toBeHidden();
  const first = invoices.getByRole('listitem').first();
  await expect(first).toContainText(/Invoice \d{4}-\d{4}/);
  const number = /\d{4}-\d{4}/.exec((await first.textContent()) ?? '')?.[0];
  await expect(invoices.getByRole('listitem')).toHaveCount(1);
  await expect(first).toContainText('Open: $25');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  const paying = page.getByRole('dialog', { name: 'Record a payment' });
  await paying.getByLabel('What it pays').selectOption({ label: `Invoice ${number}, open: $25` });
  await paying.getByLabel('Sum (USD)').fill('10');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-pays-360.png` });
  await paying.getByRole('button', { name: 'Record it' }).click();
  await expect(paying).toBeHidden();
  await expect(first).toContainText('Open: $15');
  await expect(first).toContainText('paid $10');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-open-360.png`, fullPage: true });

  await first.getByRole('button', { name: /^Make void/ }).click();
  const voiding = page.getByRole('dialog', { name: `Make void: Invoice ${number}` });
  await voiding.getByRole('button', { name: 'Make void' }).click();
  await expect(voiding).toContainText('Say why');
  await voiding.getByLabel('Reason').fill('Wrong exam');
  await voiding.getByLabel('What is on it').selectOption('strike');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-void-360.png` });
  await voiding.getByRole('button', { name: 'Make void' }).click();
  await expect(voiding).toBeHidden();
  await expect(invoices.getByRole('listitem')).toHaveCount(2);
  await expect(invoices).toContainText(`cancels ${number}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}-office-1280.png`, fullPage: true });

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, email, 'Family-1!');
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/account/money');
    const own = page.getByRole('region', { name: 'Invoices' });
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await expect(own.getByRole('button', { name: /^Make void/ })).toHaveCount(0);
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-family-${width}.png`, fullPage: true });
  }
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save PDF Invoice ${number}` }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${number}.pdf`);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  if (process.env.SHOTS)
    for (const [code, title] of [
      ['de', 'Rechnungen'],
      ['fr', 'Factures'],
    ] as const) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`/${code}/account/money`);
      if (await page.getByRole('region', { name: title }).isVisible())
        await page.screenshot({ path: `${process.env.SHOTS}-family-${code}.png`, fullPage: true });
    }
});
