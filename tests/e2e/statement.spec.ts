import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, isForEveryAge } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';

const PRICE_REASON = 'Second child';

test('a mother sees what is open, what led to it, and each line’s story by a tap; the office sees the same', async ({
  page,
  school,
}) => {
  const email = `sum-${crypto.randomUUID()}@test.example`;
  await signUp(page, { email, password: 'Family-1!', name: 'Robin Lee' });
  await askToProveAddress(page, school, email);
  await page.goto('/account');
  await page.getByRole('link', { name: 'See the balance' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments and balance');
  await expect(page.getByRole('main')).toContainText('There is no payment and nothing to pay yet.');
  await expectAccessible(page);

  const { insertedId: ada } = await callAs<{ insertedId: string }>(page, 'POST', '/learners', {
    firstname: 'Ada',
    lastname: 'Lee',
  });
  type Class = { _id: string; classname: string; availableseat: number };
  const classes = await callAs<Class[]>(page, 'GET', '/popularclasses');
  const [one, other] = classes.filter((taught) => isForEveryAge(taught) && taught.availableseat > 2);
  if (!one || !other) throw new Error('The demo school has no such classes.');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, ADMIN.email);
  const give = (classid: string, pay: string, more = {}) =>
    callAs(page, 'POST', '/enrolments', { classid, learnerid: ada, pay, confirmclash: true, ...more });
  await give(one._id, 'cash');
  await give(other._id, 'due', { amount: 50, reason: PRICE_REASON });
  const { items } = await callAs<{ items: { userid: string }[] }>(
    page,
    'GET',
    `/families/search?q=${encodeURIComponent(email)}`,
  );
  await page.goto(`/admin/families/${items[0]?.userid}`);
  const money = page.getByRole('region', { name: 'Money' });
  await expect(money).toContainText('Owes the school');
  await expect(money.getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);

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
    const main = page.getByRole('main');
    await expect(main).toContainText('To pay');
    await expect(main.getByText('$50', { exact: true }).first()).toBeVisible();
    const reduction = main.getByRole('listitem').filter({ hasText: 'Reduction' });
    await reduction.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(reduction).toContainText(PRICE_REASON);
    const cash = main.getByRole('listitem').filter({ hasText: 'Paid in cash' });
    await cash.locator('summary').click();
    await expect(cash).toContainText('Ada Lee');
    await expectNoSideways(page);
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}-${width}.png`, fullPage: true });
  }
  await page.getByRole('listitem').filter({ hasText: 'Paid in cash' }).getByRole('link').click();
  await expect(page.getByRole('article')).toContainText(one.classname);
});
