import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';

test('an admin charges a family, credits it, and reverses one of them from its line', async ({ page }) => {
  const email = `charge-${crypto.randomUUID()}@test.example`;
  await signUp(page, { email, password: 'Family-1!', name: 'Robin Lee' });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, ADMIN.email);
  const { items } = await callAs<{ items: { userid: string }[] }>(
    page,
    'GET',
    `/families/search?q=${encodeURIComponent(email)}`,
  );
  await page.goto(`/admin/families/${items[0]?.userid}`);
  const money = page.getByRole('region', { name: 'Money' });
  const dialog = page.getByRole('dialog', { name: 'Add a charge or credit' });
  async function add(kind: string, label: string, sum: string) {
    await money.getByRole('button', { name: 'Add a charge or credit' }).click();
    await dialog.getByLabel('Kind').selectOption(kind);
    await dialog.getByLabel('What for').fill(label);
    await dialog.getByLabel(/^Sum/).fill(sum);
    return dialog;
  }

  await add('Fee', 'Exam in March', '0');
  await dialog.getByRole('button', { name: 'Add it' }).click();
  await expect(dialog).toContainText('Enter a sum above zero, such as 20 or 19.50.');
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-dialog-${width}.png` });
  }
  await dialog.getByLabel(/^Sum/).fill('25');
  await dialog.getByRole('button', { name: 'Add it' }).click();
  await expect(dialog).toBeHidden();
  await add('Credit', 'Lesson that was cancelled', '10.50');
  await expect(dialog).toContainText('The family owes less.');
  await dialog.getByRole('button', { name: 'Add it' }).click();
  await expect(dialog).toBeHidden();
  await expect(money).toContainText('$14.50');

  await money.getByRole('button', { name: 'Record a payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record a payment' });
  await expect(payment.getByLabel(/^Sum/)).toHaveValue('14.50');
  await payment.getByLabel(/^Sum/).fill('20');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-payment.png` });
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Record it' }).click();
  await expect(payment).toBeHidden();
  await expect(money).toContainText('$5.50');

  await money.getByRole('button', { name: 'Refund credit' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund credit' });
  await expect(refund.getByLabel(/^Sum/)).toHaveValue('5.50');
  await refund.getByLabel(/^Sum/).fill('50');
  await expect(refund.getByRole('region', { name: 'What happens' })).toContainText('$5.50 of credit');
  await refund.getByLabel(/^Sum/).fill('2.50');
  await expect(refund.getByRole('region', { name: 'What happens' })).toContainText('You transfer $2.50');
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-refund.png` });
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund).toBeHidden();
  await expect(money).toContainText('$3');

  const line = money.getByRole('listitem').filter({ hasText: 'Fee: Exam in March' });
  await line.locator('summary').click();
  await line.getByRole('button', { name: 'Reverse' }).click();
  const asking = page.getByRole('dialog', { name: 'Reverse this?' });
  await expect(asking).toContainText('$25');
  await asking.getByRole('button', { name: 'Reverse' }).click();
  await expect(money).toContainText('Reversed: Exam in March');
  await expect(line.getByRole('button', { name: 'Reverse' })).toHaveCount(0);
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-${width}.png`, fullPage: true });
  }
});
