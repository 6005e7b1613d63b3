import type { Page } from '@playwright/test';
import { answerAs, expectAccessible, expectNoSideways, isForAnyone, registerPerson } from './areas.ts';
import { expect, test } from './fixtures.ts';

type Item = { _id: string; classname: string; availableseat: number };

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
const complete = (page: Page) => page.getByText(/^Transaction complete with transactionId: pi_/).first();

async function openPayment(page: Page, { _id }: Item) {
  await page.goto(`/student/class/payment/${_id}`);
  await expect(payButton(page)).toBeEnabled();
}

async function picture(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${name}.png`, fullPage: true });
}

test('a parent saves a card while paying, pays with it the next time, and removes it', async ({ page }) => {
  await registerPerson(page, 'Petra Payer');
  const { body } = await answerAs<Record<string, string>>(page, 'GET', '/classes/all');
  const open = (body as unknown as Item[]).filter((one) => isForAnyone(one) && one.availableseat > 3);
  const [first, second] = open;
  if (!first || !second) throw new Error('The demo school has no classes with seats.');

  await page.setViewportSize({ width: 360, height: 740 });
  await openPayment(page, first);
  const save = page.getByRole('checkbox', { name: 'Save this card for later payments' });
  await expect(save).not.toBeChecked();
  await save.check();
  await expectAccessible(page);
  await expectNoSideways(page);
  await picture(page, 'save-360');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await payButton(page).click();
  await expect(complete(page)).toBeVisible();

  await page.goto(`/student/class/payment/${second._id}?confirmclash=1`);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole('radio', { name: 'Pay with the saved card ending in 4242' })).toBeChecked();
  await expect(page.getByLabel('Card number')).toBeHidden();
  await page.getByRole('radio', { name: 'Pay with another card' }).check();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.getByRole('radio', { name: /^Pay with the saved card/ }).check();
  await expectAccessible(page);
  await picture(page, 'pay-360');
  await payButton(page).click();
  await expect(complete(page)).toBeVisible();

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/account/money');
    const card = page.getByRole('region', { name: 'Saved card' });
    await expect(card).toContainText('Ending in 4242, valid until');
    await expect(card).toContainText('Save this card for later payments.');
    await expectNoSideways(page);
    await expectAccessible(page);
    await picture(page, `money-${width}`);
  }
  await page.getByRole('button', { name: 'Remove card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the card ending in 4242?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove card' }).click();
  await expect(page.getByText('The saved card was removed.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Saved card' })).toHaveCount(0);
});
