import type { Page } from '@playwright/test';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, isForAnyone } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';

const PARENT = { email: `lee-${crypto.randomUUID()}@test.example`, password: 'Family-1!', name: 'Robin Lee' };

/** Pays with a test card for three places of two children at once; gives the first place's enrolment. */
async function payForFamily(page: Page): Promise<string> {
  await signUp(page, PARENT);
  const child = (firstname: string) => callAs(page, 'POST', '/learners', { firstname, lastname: 'Lee' });
  const [ada, bo] = [await child('Ada'), await child('Bo')];
  const classes = await callAs<{ _id: string; availableseat: number }[]>(page, 'GET', '/popularclasses');
  const [one, other] = classes.filter((one) => isForAnyone(one) && one.availableseat > 2);
  if (!one || !other) throw new Error('The demo school has no such classes.');
  const items = [
    { classid: one._id, learnerid: ada.insertedId },
    { classid: one._id, learnerid: bo.insertedId },
    { classid: other._id, learnerid: bo.insertedId },
  ];
  const opened = await callAs<{ clientSecret: string; price: number }>(page, 'POST', '/checkout', { items });
  const transactionId = opened.clientSecret.split('_secret_')[0];
  const confirmed = await page.evaluate(
    async ({ id, client_secret }) => {
      const config = await (await fetch('/config.json')).json();
      const form = { key: config.cards.publishableKey, client_secret, payment_method: 'pm_card_visa' };
      const body = new URLSearchParams(form);
      return (await fetch(`/cards/v1/payment_intents/${id}/confirm`, { method: 'POST', body })).status;
    },
    { id: transactionId, client_secret: opened.clientSecret },
  );
  expect(confirmed).toBe(200);
  const paid = { email: PARENT.email, transactionId, price: opened.price, learnerid: ada.insertedId };
  const { result } = await callAs<{ result: { insertedId: string } }>(
    page,
    'POST',
    `/payments/${one._id}`,
    paid,
  );
  return result.insertedId;
}

test('an admin sees what a parent paid for together as one payment, and cancels one place of it', async ({
  page,
}) => {
  const enrolment = await payForFamily(page);
  await page.goto(`/student/receipt/${enrolment}`);
  const receipt = page.getByRole('article');
  await expect(receipt).toContainText('ForAda Lee');
  await expect(receipt).toContainText('Paid for this place$60');
  await expect(receipt.getByRole('table')).toContainText('Amount paid$180');
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, ADMIN.email);
  await page.goto('/admin/money');
  const line = page.getByRole('row').filter({ hasText: PARENT.email });
  await expect(line).toContainText('Matched');
  await expect(line.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);

  await line.getByRole('button', { name: 'Cancel the place of Ada Lee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this place?' });
  await expect(dialog).toContainText('Ada Lee leaves');
  await dialog.getByRole('button', { name: 'Cancel the place' }).click();
  await expect(line.getByRole('listitem').filter({ hasText: 'Ada Lee' })).toContainText('Refunded');
  await expect(line).toContainText('Matched');
  await expect(line).toContainText('$60 refunded');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page);
  await line.getByRole('link', { name: 'Receipt for Ada Lee' }).click();
  await expect(page.getByRole('article')).toContainText('$60 went back to the card');
  await expectNoSideways(page);
});
