import { ADMIN } from '#server/database/seed/people.ts';
import { answerAs, callAs, expectAccessible, expectNoSideways, isForAnyone } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';

type Item = { _id: string; availableseat: number };

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a family pays two open invoices by card at once, and its balance is even', async ({ page }) => {
  const email = `pay-${crypto.randomUUID()}@test.example`;
  const password = 'Family-1!';
  await signUp(page, { email, password, name: 'Noa Berg' });
  const leave = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  };
  await leave();
  await signIn(page, ADMIN.email);
  type Found = { items: { userid: string }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=${encodeURIComponent(email)}`);
  const userid = items[0]?.userid;
  for (const [label, amount] of [
    ['Exam in March', 25],
    ['Strings', 12.5],
  ]) {
    const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/charges', {
      ...{ userid, kind: 'fee', label, amount, day: '2026-09-01', key: crypto.randomUUID() },
    });
    await callAs(page, 'POST', '/invoices', { userid, chargeids: [insertedId] });
  }
  await leave();
  await signIn(page, email, password);

  const picture = async (name: string) => {
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-${name}.png`, fullPage: true });
  };
  const sizes = [
    [1280, 800],
    [768, 1024],
    [360, 740],
  ] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.goto('/account/money');
    await expect(page.getByRole('link', { name: 'Pay $37.50 by card' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await picture(`owed-${width}`);
  }
  await page.getByRole('link', { name: 'Pay $37.50 by card' }).click();
  const pay = page.getByRole('button', { name: /^Pay / });
  await expect(pay).toBeEnabled();
  await expect(pay).toContainText('2 invoices');
  await expect(pay).toContainText('$37.50');
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(2);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    await expectNoSideways(page);
    await picture(`pay-${width}`);
  }
  await page.getByLabel('Card number').fill('4000000000000002');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await pay.click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('checkbox', { name: 'Save this card for later payments' }).check();
  await pay.click();

  await expect(page).toHaveURL(/\/account\/money$/);
  await expect(page.getByText('Everything is paid. Nothing is open.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Saved card' })).toContainText('Ending in 4242');
  await expectAccessible(page);
  await picture('paid-360');

  await page.goto('/account/money/pay');
  await expect(page.getByText('No invoice is open that can be paid by card.')).toBeVisible();
});

test('a place that the office enrolled and invoiced is paid by card, and says so wherever it stands', async ({
  page,
  school,
}) => {
  const email = `place-${crypto.randomUUID()}@test.example`;
  const password = 'Family-1!';
  await signUp(page, { email, password, name: 'Noa Berg' });
  await askToProveAddress(page, school, email);
  const picture = async (name: string) => {
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-${name}.png`, fullPage: true });
  };
  const leave = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  };
  const { body } = await answerAs<Record<string, string>>(page, 'GET', '/classes/all');
  const open = (body as unknown as Item[]).find((one) => isForAnyone(one) && one.availableseat > 3);
  if (!open) throw new Error('The demo school has no class with seats.');
  const [self] = await callAs<{ _id: string }[]>(page, 'GET', '/learners');
  await leave();
  await signIn(page, ADMIN.email);
  type Found = { items: { userid: string }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=${encodeURIComponent(email)}`);
  const userid = items[0]?.userid;
  const place = { classid: open._id, learnerid: self?._id, pay: 'due', confirmclash: true };
  const { insertedId } = await callAs(page, 'POST', '/enrolments', place);
  await callAs(page, 'POST', '/invoices', { userid, orderids: [insertedId] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/families/${userid}`);
  const classes = page.getByRole('table', { name: 'Classes' });
  await expect(classes).toContainText('$60 On an invoice');
  await picture('place-office');
  await leave();
  await signIn(page, email, password);

  await page.goto('/account/money');
  await page.getByRole('link', { name: 'Pay $60 by card' }).click();
  const pay = page.getByRole('button', { name: /^Pay / });
  await expect(pay).toBeEnabled();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await pay.click();
  await expect(page.getByText('Everything is paid. Nothing is open.')).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/account/money');
    await expectAccessible(page);
    await expectNoSideways(page);
    await picture(`place-money-${width}`);
    await page.goto('/student/class/enrolled');
    await expect(page.getByText('$60 on an invoice')).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await picture(`place-enrolled-${width}`);
    await page.getByRole('link', { name: /^Receipt/ }).click();
    await expect(page.getByRole('article')).toContainText('On an invoice$60');
    await expectAccessible(page);
    await picture(`place-receipt-${width}`);
  }
});
