import type { Page } from '@playwright/test';
import { ADMIN } from '#server/database/seed/people.ts';
import {
  answerAs,
  callAs,
  expectAccessible,
  expectNoSideways,
  isForAnyone,
  registerPerson,
} from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SIZES = [
  [1280, 800],
  [768, 1024],
  [360, 740],
] as const;

async function picture(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${name}.png`, fullPage: true });
}

/** Looks at a page in each size. */
async function look(page: Page, name: string) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    await expectNoSideways(page);
    await picture(page, `${name}-${width}`);
  }
}

async function leave(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test.setTimeout(180_000);

type Item = { _id: string; classname: string; availableseat: number };

test('a family pays an invoice in instalments, and the office notes one of them', async ({ page }) => {
  const email = `instalments-${crypto.randomUUID()}@test.example`;
  const password = 'Family-1!';
  await signUp(page, { email, password, name: 'Noa Berg' });
  await leave(page);
  await signIn(page, ADMIN.email);
  type Found = { items: { userid: string }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=${encodeURIComponent(email)}`);
  const userid = items[0]?.userid;
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/charges', {
    ...{ userid, kind: 'fee', label: 'Autumn', amount: 100, day: '2026-09-01', key: crypto.randomUUID() },
  });
  await callAs(page, 'POST', '/invoices', { userid, chargeids: [insertedId] });
  await leave(page);
  await signIn(page, email, password);

  await page.goto('/account/money');
  await look(page, 'before');
  await page.getByRole('link', { name: /^Pay in instalments Invoice / }).click();
  const plan = page.getByRole('list', { name: 'Instalments' });
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  await expect(plan).toContainText('Instalment 1 · now$33.34');
  await expect(page.getByText(/^I pay invoice .* in instalments\./)).toContainText('$33.33');
  await page.getByLabel('How many instalments').selectOption('4');
  await expect(plan.getByRole('listitem')).toHaveCount(4);
  const pay = page.getByRole('button', { name: /^Pay / });
  await expect(pay).toContainText('$25');
  await page.getByLabel('How many instalments').selectOption('3');
  await expect(pay).toContainText('$33.34');
  await expect(pay).toBeEnabled();
  await look(page, 'plan');
  for (const [language, words] of [
    ['de', 'Ich bezahle die Rechnung'],
    ['fr', 'Je paie la facture'],
  ] as const) {
    await page.goto(page.url().replace('/account', `/${language}/account`));
    await expect(page.getByText(new RegExp(`^${words}`))).toBeVisible();
    await look(page, `plan-${language}`);
    await page.goto(page.url().replace(`/${language}/account`, '/account'));
  }
  await expect(pay).toBeEnabled();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await pay.click();

  await expect(page).toHaveURL(/\/account\/money$/);
  const parts = page.getByRole('list', { name: /^Instalments of invoice/ });
  await expect(parts.getByRole('listitem')).toHaveCount(3);
  await expect(parts.getByRole('listitem').first()).toContainText('Paid');
  await expect(page.getByRole('link', { name: /^Pay \$/ })).toHaveCount(0);
  await expect(page.getByText('The next instalment, $33.33, is taken from your card on')).toBeVisible();
  await look(page, 'after');
  await page.goto('/de/account/money');
  await expect(page.getByRole('list', { name: /^Raten der Rechnung/ })).toBeVisible();
  await look(page, 'after-de');
  await page.goto('/fr/account/money');
  await expect(page.getByRole('list', { name: /^Échéances de la facture/ })).toBeVisible();
  await look(page, 'after-fr');

  await page.goto('/account/money');
  await page.getByRole('button', { name: 'Remove card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click();
  await expect(page.getByText('This card is to pay instalments.')).toBeVisible();
  await page.goto('/account/money');

  // The second one before its day, by the link of the list, which is that of the mail.
  const href = await parts
    .getByRole('link', { name: /^Pay the instalment Instalment 2/ })
    .getAttribute('href');
  await page.goto(`/account/money?pay=${new URLSearchParams(href?.split('?')[1]).get('part')}`);
  await expect(page).toHaveURL(/\/account\/money\/pay\?part=/);
  await expect(pay).toContainText('$33.33');
  await expect(pay).toBeEnabled();
  await look(page, 'part');
  await page.getByRole('radio', { name: /^Pay with the saved card/ }).check();
  await pay.click();
  await expect(page).toHaveURL(/\/account\/money$/);
  await expect(parts.getByText('Paid', { exact: true })).toHaveCount(2);

  await leave(page);
  await signIn(page, ADMIN.email);
  await page.goto(`/admin/families/${userid}`);
  await expect(parts.getByRole('listitem')).toHaveCount(3);
  await look(page, 'office');
  await parts.getByRole('button', { name: 'Paid at the school Instalment 3' }).click();
  await expect(page.getByRole('dialog')).toContainText('Instalment 3, $33.33, is noted as paid');
  await expectAccessible(page);
  await picture(page, 'note-360');
  await page.getByRole('dialog').getByRole('button', { name: 'Record it' }).click();
  await expect(parts.getByText('Paid', { exact: true })).toHaveCount(3);
});

test('a place is paid in instalments: what follows is said before, on its receipt and once it ends', async ({
  page,
}) => {
  await registerPerson(page, 'Mara Parts');
  const { body } = await answerAs<Record<string, string>>(page, 'GET', '/classes/all');
  const open = (body as unknown as Item[]).find((one) => isForAnyone(one) && one.availableseat > 3);
  if (!open) throw new Error('The demo school has no class with seats.');
  const pay = page.getByRole('button', { name: /^Pay / });
  await page.goto(`/student/class/payment/${open._id}`);
  await expect(pay).toContainText('$60');
  await page.getByRole('button', { name: 'Split into instalments' }).click();
  const plan = page.getByRole('list', { name: 'Instalments' });
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  await expect(plan).toContainText('Instalment 1 · now$20');
  await expect(pay).toContainText('$20');
  const summary = page.getByRole('complementary', { name: 'What you pay' });
  await expect(summary).toContainText('To pay$60');
  await page.getByLabel('How many instalments').selectOption('All at once');
  await expect(pay).toContainText('$60');
  await page.getByRole('button', { name: 'Split into instalments' }).click();
  await page.getByLabel('How many instalments').selectOption('2');
  await expect(pay).toContainText('$30');
  await expect(page.getByText(/^I pay in instalments\. My card is saved/)).toContainText('$30');
  await expect(pay).toBeEnabled();
  await look(page, 'place');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await pay.click();
  await expect(page.getByText(/^Transaction complete with transactionId: pi_/).first()).toBeVisible();
  await expect(summary).toContainText('On an invoice$30');
  await look(page, 'place-paid');
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('article')).toContainText('On an invoice$30');
  await look(page, 'place-receipt');
  await page.goto('/account/money');
  await expect(
    page.getByRole('list', { name: /^Instalments of invoice / }).getByRole('listitem'),
  ).toHaveCount(2);
  await look(page, 'place-money');
  await page.goto('/student/class/enrolled');
  await expect(page.getByText('$30 on an invoice')).toBeVisible();
  await look(page, 'place-enrolled');
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Of what is on an invoice you owe no more than');
  await picture(page, 'place-cancel');
  await page.getByRole('button', { name: 'Cancel my place' }).click();
  await expect(page.getByText('$30 on an invoice')).toBeHidden();
  await page.goto('/account/money');
  await expect(page.getByText('Everything is paid. Nothing is open.')).toBeVisible();
  const invoice = page.getByRole('listitem').filter({ hasText: /^Invoice / });
  await expect(invoice).toContainText('credited $60');
  await expect(invoice).not.toContainText('Open');
  await look(page, 'place-ended');
});
