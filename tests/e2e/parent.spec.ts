import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import {
  answerAs,
  callAs,
  expectAccessible,
  expectNoSideways,
  isForAnyone,
  registerByForm,
  registerPerson,
} from './areas.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/* A parent with two children: two classes in one payment, one of them cancelled. */

type Named = { _id: string; learnerid: string; learnername: string; transactionId: string };

/** A class of its own with this many seats, made by an instructor and approved by an admin. */
async function addClass(page: Page, classname: string, availableseat: number): Promise<string> {
  const form = { classname, image: '/art/class-first-piano-960.webp', price: '48', availableseat };
  await signIn(page, 'clara@cadenza.example');
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/addclass', form);
  await signIn(page, 'admin@cadenza.example');
  await callAs(page, 'PUT', `/class/approved/${insertedId}`);
  await page.evaluate(() => localStorage.clear());
  return insertedId;
}

/** A parent with two children, and what is selected for them. */
async function openFamily(page: Page, classids: readonly (readonly [mia: string, leo: string])[]) {
  const email = await registerPerson(page, 'Paula Parent');
  const ids: string[] = [];
  for (const firstname of ['Mia', 'Leo']) {
    const child = { firstname, lastname: 'Parent' };
    ids.push((await callAs(page, 'POST', '/learners', child)).insertedId);
  }
  for (const pair of classids) {
    for (const [at, classid] of pair.entries()) {
      if (classid)
        await callAs(page, 'POST', '/select/class/', { classid, email, enrolled: false, learnerid: ids[at] });
    }
  }
  return { email, mia: ids[0] ?? '', leo: ids[1] ?? '' };
}

const basket = (page: Page) => page.getByRole('region', { name: 'Pay together' });
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const enrolmentsOf = (page: Page, email: string) => callAs<Named[]>(page, 'GET', `/enrolledclasses/${email}`);

async function typeCard(page: Page, number = '4242424242424242') {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
}

async function addChild(page: Page, firstname: string, lastname: string) {
  await page.getByRole('button', { name: 'Add a child' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill(firstname);
  await dialog.getByLabel('Last name').fill(lastname);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: `${firstname} ${lastname}` })).toBeVisible();
}

async function selectFor(page: Page, classid: string, name: string) {
  await page.goto(`/classes/${classid}`);
  await page
    .getByRole('button', { name: /^Select/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Who is it for?' });
  await expect(dialog.getByRole('checkbox').first()).toBeVisible();
  for (const choice of await dialog.getByRole('checkbox').all()) {
    const isWanted = (await choice.textContent())?.includes(name) ?? false;
    if ((await choice.getAttribute('aria-checked')) !== String(isWanted)) await choice.click();
  }
  await dialog.getByRole('button', { name: 'Select' }).click();
  await expect(dialog).toBeHidden();
}

for (const width of walkedAt(360, 1280)) {
  test(`a parent pays for two children at once and cancels one of them, ${width} px`, async ({ page }) => {
    const piano = await addClass(page, 'Piano in Pairs', 5);
    const drums = await addClass(page, 'Drums at Dawn', 5);
    await page.setViewportSize({ width, height: 800 });
    const email = await registerByForm(page, 'Paula Parent');
    await page.goto('/account/family');
    await addChild(page, 'Mia', 'Parent');
    await addChild(page, 'Leo', 'Parent');
    await selectFor(page, piano, 'Mia Parent');
    await selectFor(page, drums, 'Leo Parent');

    await page.goto('/student/class/selected');
    await expect(heading(page, 'My Selected Class')).toBeVisible();
    await expect(page.getByRole('row', { name: /Piano in Pairs/ })).toContainText('Mia Parent');
    await expect(page.getByRole('row', { name: /Drums at Dawn/ })).toContainText('Leo Parent');
    await expect(basket(page)).toContainText('$120');
    await expectAccessible(page);
    await expectNoSideways(page);
    // Of one child alone.
    await page.getByRole('link', { name: 'Mia', exact: true }).click();
    await expect(page.getByRole('row', { name: /Drums at Dawn/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Everyone' }).click();

    await basket(page).getByRole('link', { name: 'Pay for both' }).click();
    await expect(page.getByText('2 places are held for you until')).toBeVisible();
    await expect(page.getByText('All or none.')).toBeVisible();
    await expect(page.getByText(/Each place can be cancelled separately within 2 days/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    const confirms: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirms.push(request.url());
    });
    await typeCard(page);
    await expect(payButton(page)).toContainText('$120');
    await payButton(page).dblclick();
    await expect(page.getByText('Both places are yours.')).toBeVisible({ timeout: 30_000 });
    expect(confirms).toHaveLength(1);
    await expect(page.getByText(/^Can be cancelled until/)).toHaveCount(2);
    await expect(page.getByText(`Receipt sent to ${email}`)).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);

    // Coming back finds what was paid, and nothing to pay.
    await goBack(page);
    await expect(page.getByText('You have not selected a class yet.')).toBeVisible();
    await page.goForward();
    await expect(page.getByText('Both places are yours.')).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    const paid = await enrolmentsOf(page, email);
    expect(paid.map(({ learnername }) => learnername).sort()).toEqual(['Leo Parent', 'Mia Parent']);
    expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(1);

    await page.getByRole('link', { name: 'My enrolled classes' }).click();
    await expect(page.getByRole('row', { name: /Piano in Pairs/ })).toContainText('Mia Parent');
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('button', { name: 'Cancel Piano in Pairs for Mia Parent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Piano in Pairs for Mia Parent?' });
    await expect(dialog).toContainText('$60');
    await expect(dialog).toContainText(
      'The other places that you paid for at the same time stay as they are.',
    );
    await dialog.getByRole('button', { name: 'Cancel this place' }).dblclick();
    await expect(page.getByText('Mia Parent has left Piano in Pairs.')).toBeVisible();
    const ended = page.getByRole('region', { name: 'Cancelled' });
    await expect(ended).toContainText('Mia Parent');
    await expect(ended.getByText('$60 went back to your card.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('row', { name: /Drums at Dawn/ })).toContainText('Leo Parent');
    expect(await enrolmentsOf(page, email)).toMatchObject([{ learnername: 'Leo Parent', price: 60 }]);
    await expectAccessible(page);
    await expectNoSideways(page);

    await ended.getByRole('link', { name: /^Receipt/ }).click();
    await expect(page.getByRole('article')).toContainText('$60 went back to the card');
    await page.goto('/student');
    await expect(page.getByRole('heading', { name: 'My family' })).toBeVisible();
    await expect(page.getByRole('link', { name: '1 enrolled for Leo Parent' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
  });
}

test('siblings get in together or not at all, and the parent is told what to do', async ({ page }) => {
  const last = await addClass(page, 'Last Lute', 1);
  const wide = await addClass(page, 'Wide Wind Band', 9);
  const { email } = await openFamily(page, [
    [last, last],
    [wide, ''],
  ]);
  await page.goto('/student/class/selected');
  await basket(page).getByRole('link', { name: 'Pay for all 3' }).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /Last Lute has only one place left, and .* get in together or not at all/ }),
  ).toBeVisible();
  await expect(page.getByText('No place is held, and nothing was charged.')).toBeVisible();
  const seats = async (id: string) =>
    (await callAs<{ availableseat: number }>(page, 'GET', `/class/${id}`)).availableseat;
  expect([await seats(last), await seats(wide)]).toEqual([1, 9]);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Pay for Wide Wind Band alone' }).click();
  await expect(page.getByText('A place is held for you until')).toBeVisible();
  await typeCard(page);
  await payButton(page).click();
  await expect(page.getByText('The place is yours.')).toBeVisible({ timeout: 30_000 });
  expect(await enrolmentsOf(page, email)).toMatchObject([{ classid: wide, learnername: 'Mia Parent' }]);
});

test('two tabs that pay for the same two children charge once', async ({ page, context }) => {
  const { _id: classid } = await openClass(page);
  const { email } = await openFamily(page, [[classid, classid]]);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/student/class/selected');
    await basket(tab).getByRole('link', { name: 'Pay for both' }).click();
    await expect(payButton(tab)).toBeEnabled();
    await typeCard(tab);
  }
  await Promise.all([payButton(page).click(), payButton(other).click()]);
  for (const tab of [page, other]) {
    await expect(tab.getByText('Both places are yours.')).toBeVisible({ timeout: 30_000 });
  }
  const paid = await enrolmentsOf(page, email);
  expect(paid).toHaveLength(2);
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(1);
});

type Item = { _id: string; classname: string; availableseat: number };

async function openClass(page: Page): Promise<Item> {
  await signIn(page, 'clara@cadenza.example');
  const items = await callAs<Item[]>(page, 'GET', '/classes/all');
  const item = items.find((one) => isForAnyone(one) && one.availableseat > 4);
  if (!item) throw new Error('The demo school has no class with seats.');
  await page.evaluate(() => localStorage.clear());
  return item;
}

test('a card service that says nothing costs a family nothing, and the school that is told late enrols both', async ({
  page,
}) => {
  const { _id: classid } = await openClass(page);
  const { email } = await openFamily(page, [[classid, classid]]);
  await page.goto('/student/class/selected');
  await basket(page).getByRole('link', { name: 'Pay for both' }).click();
  await typeCard(page);
  await page.route('**/v1/payment_intents/**', (route) => route.abort());
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'nothing is charged twice' })).toBeVisible();
  expect(await enrolmentsOf(page, email)).toEqual([]);
  await page.unroute('**/v1/payment_intents/**');
  await page.route('**/api/payments/**', (route) => route.abort());
  await payButton(page).click();
  await expect(page.getByText('it does not have to be made again', { exact: false })).toBeVisible({
    timeout: 30_000,
  });
  await page.reload();
  await expect(page.getByText('Both places are yours.')).toBeVisible();
  expect(await enrolmentsOf(page, email)).toHaveLength(2);
});

test('a sign-in that ended while a family chose leads through signing in back to the payment', async ({
  page,
}) => {
  const { _id: classid } = await openClass(page);
  const { email } = await openFamily(page, [[classid, classid]]);
  await page.goto('/student/class/selected');
  await expect(basket(page)).toBeVisible();
  for (const { _id } of await callAs<{ _id: string }[]>(page, 'GET', '/account/sessions'))
    await answerAs(page, 'DELETE', `/account/sessions/${_id}`);
  await basket(page).getByRole('link', { name: 'Pay for both' }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('2 places are held for you until')).toBeVisible();
});

test('somebody who looks after nobody else sees no names, no basket and no choice of whom', async ({
  page,
}) => {
  const { _id: classid } = await openClass(page);
  const second = await addClass(page, 'Second Strings', 5);
  const email = await registerPerson(page, 'Sol Single');
  for (const id of [classid, second]) await callAs(page, 'POST', '/select/class/', { classid: id, email });
  await page.goto('/student/class/selected');
  await expect(page.getByRole('link', { name: /^Pay Now/ })).toHaveCount(2);
  await expect(page.getByRole('row').getByText('Sol Single')).toHaveCount(0);
  await expect(basket(page)).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Show classes of' })).toHaveCount(0);
  await page.goto('/student');
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My family' })).toHaveCount(0);
});
