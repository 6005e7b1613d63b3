import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { answerAs, expectAccessible, isForAnyone, refusal, registerPerson } from './areas.ts';
import { expect, goBack, test } from './fixtures.ts';

type Called = Record<string, string>;

/** Makes a call as the person who is signed in on this page. */
const call = answerAs<Called>;

type Item = { _id: string; classname: string; availableseat: number };

async function openPayment(page: Page): Promise<{ email: string; item: Item }> {
  const email = await registerPerson(page, 'Petra Payer');
  const { body } = await call(page, 'GET', '/classes/all');
  const item = (body as unknown as Item[]).find((one) => isForAnyone(one) && one.availableseat > 3);
  if (!item) throw new Error('The demo school has no class with seats.');
  await page.goto(`/student/class/payment/${item._id}`);
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  return { email, item };
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
const complete = (page: Page) => page.getByText(/^Transaction complete with transactionId: pi_/).first();

async function typeCard(page: Page, number: string, expiry = '12 / 34') {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill(expiry);
  await page.getByLabel('CVC').fill(number.startsWith('3') ? '1234' : '123');
}

async function expectOneEnrolment(page: Page, email: string) {
  const { body } = await call(page, 'GET', `/enrolledclasses/${email}`);
  expect(body).toHaveLength(1);
}

test('a payment says what it costs and why, and ends with the transaction id, a toast and a receipt', async ({
  page,
}) => {
  const { email, item } = await openPayment(page);
  await expect(payButton(page)).toContainText(item._id);
  await expect(page.getByText('Enrolment fee, charged now')).toBeVisible();
  await expect(page.getByText('Only test cards work here')).toBeVisible();
  await expect(page.getByText(/You can cancel within 2 days/)).toBeVisible();
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(complete(page)).toBeVisible();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(page.getByText(`Receipt sent to ${email}`)).toBeVisible();
  await expectOneEnrolment(page, email);

  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article');
  await expect(receipt).toContainText('$60');
  await expect(receipt).toContainText('Card ending in 4242');
  await expect(receipt).toContainText(item.classname);
  await expect(receipt).toContainText('Petra Payer');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Student area' })).toBeHidden();
});

for (const number of ['5555555555554444', '378282246310005']) {
  test(`the card ${number} pays`, async ({ page }) => {
    const { email } = await openPayment(page);
    await typeCard(page, number);
    await payButton(page).click();
    await expect(complete(page)).toBeVisible();
    await expect(page.getByText('Payment Successful')).toBeVisible();
    await expectOneEnrolment(page, email);
  });
}

const UNABLE =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
const REFUSALS: [number: string, text: string, expiry?: string][] = [
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000009987', 'Your card was declined.'],
  ['4000000000009979', 'Your card was declined.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000000000000127', "Your card's security code is incorrect."],
  ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
  [
    '4000000000006975',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
  ['4242424242424241', 'Your card number is invalid.'],
  ['42424242', 'Your card number is incomplete.'],
  ['4242424242424242', "Your card's expiration date is incomplete.", '12'],
  ['4242424242424242', "Your card's expiration year is in the past.", '12 / 20'],
];

test('every refused card shows its own text in red, and the next one may pay the same payment', async ({
  page,
}) => {
  const { email } = await openPayment(page);
  for (const [number, text, expiry] of REFUSALS) {
    await test.step(`${number}: ${text}`, async () => {
      await typeCard(page, number, expiry);
      await payButton(page).click();
      const alert = page.getByRole('alert').filter({ hasText: text });
      await expect(alert).toBeVisible();
      await expect(alert).toHaveCSS('color', 'rgb(163, 35, 28)');
    });
  }
  const { body } = await call(page, 'GET', `/enrolledclasses/${email}`);
  expect(body).toEqual([]);
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(complete(page)).toBeVisible();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expectOneEnrolment(page, email);
});

test('a card that wants 3-D Secure pays when the check is completed, and says why when it is not', async ({
  page,
}) => {
  const { email } = await openPayment(page);
  const dialog = page.getByRole('dialog', { name: '3-D Secure check' });
  for (const [number, answer, text] of [
    ['4000002760003184', 'Fail', UNABLE],
    ['4000008260003178', 'Complete', 'Your card has insufficient funds.'],
    ['4000008400001629', 'Complete', 'Your card was declined.'],
  ] as const) {
    await typeCard(page, number);
    await payButton(page).click();
    await dialog.getByRole('button', { name: answer }).click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await typeCard(page, '4000002500003155');
  await payButton(page).click();
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(complete(page)).toBeVisible();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expectOneEnrolment(page, email);
});

test('a double click pays once, and so does coming back', async ({ page }) => {
  const { email, item } = await openPayment(page);
  const confirms: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) confirms.push(request.url());
  });
  await typeCard(page, '4242424242424242');
  await payButton(page).dblclick();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  expect(confirms).toHaveLength(1);
  await page.goto('/classes');
  await goBack(page);
  await expect(complete(page)).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expectOneEnrolment(page, email);
  expect((await call(page, 'GET', `/class/${item._id}`)).status).toBe(200);
});

test('when the school cannot be told of a payment, it is told later and nothing is paid twice', async ({
  page,
}) => {
  const { email } = await openPayment(page);
  await page.route('**/api/payments/**', (route) => route.abort());
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(complete(page)).toBeVisible();
  await expect(page.getByText('it does not have to be made again', { exact: false })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.unroute('**/api/payments/**');
  await page.getByRole('button', { name: 'Finish my enrolment' }).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expectOneEnrolment(page, email);
});

test('a page that is loaded again after paying finds the payment', async ({ page }) => {
  const { email } = await openPayment(page);
  await page.route('**/api/payments/**', (route) => route.abort());
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(complete(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^You are enrolled in/)).toBeVisible();
  await expect(complete(page)).toBeVisible();
  await expectOneEnrolment(page, email);
});

test('when the answer to the payment itself is lost, it is looked up and not made again', async ({
  page,
}) => {
  const { email } = await openPayment(page);
  let confirms = 0;
  await page.route('**/v1/payment_intents/**', async (route) => {
    // The service hears the payment, the browser hears nothing, as often as it asks.
    if (route.request().url().endsWith('/confirm')) {
      confirms++;
      await route.fetch();
    }
    await route.abort();
  });
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'nothing is charged twice' })).toBeVisible();
  await page.unroute('**/v1/payment_intents/**');
  await payButton(page).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  expect(confirms).toBe(1);
  await expectOneEnrolment(page, email);
});

test('a payment that goes back ends in plain words, and never as complete', async ({ page }) => {
  await openPayment(page);
  const detail = 'The class was full when the payment came. The money goes back to the card.';
  await page.route('**/api/payments/**', (route) => route.fulfill(refusal(409, 'payment-returned', detail)));
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(page.getByText('You are not enrolled')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible();
  await expect(complete(page)).toHaveCount(0);
  await expect(page.getByText('Your payment is safe')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Finish my enrolment' })).toHaveCount(0);
  await expect(payButton(page)).toHaveCount(0);
  await expectAccessible(page);
});

/**
 * Ends the sign-in of this browser from elsewhere, as its owner would on another device; all that it keeps
 * stays.
 */
async function revoke(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('access-token'));
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.delete('/api/account/sessions/current', { headers })).status()).toBe(200);
}

async function signInAgain(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
}

test('a session that has ended is found out before the card is charged', async ({ page }) => {
  const { email, item } = await openPayment(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/payment_methods|confirm/.test(request.url())) asked.push(request.url());
  });
  await typeCard(page, '4242424242424242');
  // A second has to pass for a sign-in to be known as ended: whole seconds are counted.
  await page.waitForTimeout(1000);
  await revoke(page);
  await payButton(page).click();
  await page.waitForURL(/\/login\?from=/);
  await expect(
    page.getByText('Your session has ended, and nothing was charged. Please sign in again.'),
  ).toBeVisible();
  expect(asked).toEqual([]);
  await signInAgain(page, email);
  await page.waitForURL(`**/student/class/payment/${item._id}`);
  await expect(payButton(page)).toBeEnabled();
});

for (const [point, path] of [
  ['while the card is charged', '**/v1/payment_intents/*/confirm'],
  ['before the school is told of it', '**/api/payments/**'],
] as const)
  test(`a session that ends ${point} leaves the payment, and the sign-in says so`, async ({ page }) => {
    const { email, item } = await openPayment(page);
    await typeCard(page, '4242424242424242');
    await page.waitForTimeout(1000);
    await page.route(path, async (route) => {
      await revoke(page);
      await route.continue();
    });
    await payButton(page).click();
    await page.waitForURL(/\/login\?from=/);
    await expect(page.getByText('Your payment went through. Sign in to see your place.')).toBeVisible();
    await expect(page.getByText('Your session has ended')).toHaveCount(0);
    await signInAgain(page, email);
    await page.waitForURL(`**/student/class/payment/${item._id}`);
    await expect(page.getByText(`You are enrolled in ${item.classname}.`)).toBeVisible();
    await expect(complete(page)).toBeVisible();
    await expectOneEnrolment(page, email);
  });

test('while the school does not answer no card is charged', async ({ page }) => {
  await openPayment(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/payment_methods|confirm/.test(request.url())) asked.push(request.url());
  });
  await page.route('**/api/**', (route) => route.abort());
  await typeCard(page, '4242424242424242');
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged.' })).toBeVisible();
  await page.unroute('**/api/**');
  expect(asked).toEqual([]);
  await payButton(page).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
});

test('the payment screen works by keyboard alone', async ({ page }) => {
  await openPayment(page);
  await page.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.type('1234');
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Save this card for later payments' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(payButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Payment Successful')).toBeVisible();
});
