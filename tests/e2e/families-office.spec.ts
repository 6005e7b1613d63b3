import type { Locator, Page } from '@playwright/test';
import { ADMIN, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, goBack, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const CASH = 'Guitar from Zero';
const LATER = 'Music Theory Without Tears';

const place = (page: Page, classname: string) =>
  page.getByRole('region', { name: 'Classes' }).getByRole('row').filter({ hasText: classname });

async function enrol(page: Page, { child, classname, pay }: Record<'child' | 'classname' | 'pay', string>) {
  await page.getByRole('button', { name: 'Enrol by hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enrol by hand' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/enrolments?dry=1', async (route) => {
    await promise;
    await route.continue();
  });
  await dialog.getByLabel('Who').selectOption({ label: child });
  await dialog.getByLabel('Class', { exact: true }).fill(classname);
  await dialog.getByRole('radio', { name: new RegExp(`^${classname}`) }).check();
  await dialog.getByRole('radio', { name: new RegExp(`^${pay}`) }).check();
  // A price that comes late moves nothing that is about to be pressed.
  const press = dialog.getByRole('button', { name: 'Enrol', exact: true });
  await press.scrollIntoViewIfNeeded();
  const before = await press.boundingBox();
  resolve();
  await expect(dialog.getByText(/will be booked/)).toBeVisible();
  expect(await press.boundingBox()).toEqual(before);
  await page.unroute('**/api/enrolments?dry=1');
  await expectAccessible(page);
  await press.click();
  await expect(dialog).toBeHidden();
}

const put = async (
  page: Page,
  { button, kind, dialog }: Record<'button' | 'kind', string> & { dialog: Locator },
) => {
  await page.getByRole('button', { name: button }).click();
  await dialog.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
  await expectAccessible(page);
  // A double click is one movement.
  await dialog.getByRole('button', { name: /^Mark as/ }).dblclick();
  await expect(dialog).toBeHidden();
};

for (const width of walkedAt(1280, 360)) {
  test(`at ${width} px an admin finds a family, enrols for cash and for later, marks paid, cancels and gives back`, async ({
    page,
    school,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const child = `Mika Lindqvist${width}`;
    await signUp(page, {
      email: `sofia${width}@test.example`,
      password: DEMO_PASSWORD,
      name: 'Sofia Lindqvist',
    });
    await askToProveAddress(page, school, `sofia${width}@test.example`);
    await callAs(page, 'POST', '/learners', { firstname: 'Mika', lastname: `Lindqvist${width}` });

    await signIn(page, ADMIN.email);
    await page.goto('/admin/families');
    await page.getByRole('searchbox').fill(`mika lindqvist${width}`);
    await expect(page.getByRole('status').filter({ hasText: '1 family' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('main').getByRole('link', { name: 'Sofia Lindqvist' }).click();
    await expect(page.getByText('No one in this family is in a class.')).toBeVisible();

    await enrol(page, { child, classname: CASH, pay: 'Paid in cash' });
    await expect(place(page, CASH)).toContainText('Paid in cash');
    await enrol(page, { child, classname: LATER, pay: 'Pays later' });
    await expect(place(page, LATER)).toContainText('Owes the school');
    await expect(page.getByText('Owes the school').first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('button', { name: 'Enrol by hand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enrol by hand' });
    await dialog.getByLabel('Class', { exact: true }).fill(CASH);
    await dialog.getByRole('radio', { name: new RegExp(`^${CASH}`) }).check();
    await dialog.getByRole('button', { name: 'Enrol', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('already enrolled');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.goto('/admin/families');
    const owing = page.getByRole('region', { name: 'Owed to the school' }).first();
    await owing
      .getByRole('row')
      .filter({ hasText: child })
      .getByRole('link', { name: 'Sofia Lindqvist' })
      .click();
    await put(page, {
      button: `Mark as paid for ${LATER}`,
      kind: 'Bank transfer',
      dialog: page.getByRole('dialog', { name: 'Mark as paid' }),
    });
    await expect(place(page, LATER)).toContainText('Paid by transfer');

    await page.getByRole('button', { name: `Cancel ${CASH}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the place' }).click();
    await expect(place(page, CASH)).toContainText('To refund');
    await page.goto('/admin/money');
    const attention = page.getByRole('table', { name: 'Payments that need attention' });
    const mine = attention.getByRole('row').filter({ hasText: `sofia${width}@` });
    await expect(mine).toContainText('To refund');
    await goBack(page);
    await put(page, {
      button: `Mark as refunded for ${CASH}`,
      kind: 'Cash',
      dialog: page.getByRole('dialog', { name: 'Mark as refunded' }),
    });
    await expect(place(page, CASH)).toContainText('Refunded');
    const money = page.getByRole('region', { name: 'Money' }).first();
    for (const kind of ['Refunded in cash', 'Paid by transfer', 'Paid in cash'])
      await expect(money.getByText(kind, { exact: true })).toHaveCount(1);
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.goto('/admin/money');
    await expect(page.getByRole('link', { name: /^In cash/ })).toBeVisible();
    await expect(mine).toHaveCount(0);
  });
}

test('two accounts of one family are merged after what will happen was shown, and put apart again', async ({
  page,
  school,
}) => {
  for (const at of ['home', 'work']) {
    await signUp(page, { email: `bo.${at}@test.example`, password: DEMO_PASSWORD, name: `Bo ${at}` });
    await askToProveAddress(page, school, `bo.${at}@test.example`);
    await callAs(page, 'POST', '/learners', { firstname: `Child of ${at}`, lastname: 'Bo' });
  }
  await signIn(page, ADMIN.email);
  await page.goto('/admin/families?q=bo.home');
  await page.getByRole('main').getByRole('link', { name: 'Bo home' }).click();
  await page.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge duplicates' });
  await dialog.getByRole('searchbox').fill('bo.work');
  await dialog.getByRole('radio', { name: /bo\.work/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'See what will happen' }).click();
  await expect(dialog.getByText('What moves: 1 child.')).toBeVisible();
  await expect(dialog.getByText(/signed out everywhere/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Child of work Bo' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Child of work Bo' })).toBeHidden();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Child of home Bo' })).toBeVisible();
});
