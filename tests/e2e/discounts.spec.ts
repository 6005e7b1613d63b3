import type { Browser, Page } from '@playwright/test';
import { checkoutPath } from '#contract/payments/payment-path.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, isForAnyone } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The page fits at each width; with SHOTS its pictures are kept, in German too. */
async function shoot(page: Page, name: string) {
  const here = new URL(page.url());
  for (const language of process.env.SHOTS ? ['', '/de'] : ['']) {
    if (language) await page.goto(`${language}${here.pathname}${here.search}`);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSideways(page);
      if (!process.env.SHOTS) continue;
      await page.waitForTimeout(500);
      const path = `${process.env.SHOTS}/${name}${language.replace('/', '-')}-${width}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  if (process.env.SHOTS) await page.goto(`${here.pathname}${here.search}`);
}

test('an admin adds a code and a discount for siblings, and ends one', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/discounts');
  await page.getByRole('button', { name: 'Add a discount' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a discount' });
  await adding.getByText('A code', { exact: true }).click();
  await adding.getByRole('button', { name: 'Add the discount' }).click();
  await expect(adding.getByText('A code has 4 to 30 letters and digits')).toBeVisible();
  await adding.getByLabel('Code', { exact: true }).fill('AUTUMN26');
  await adding.getByLabel('Percent').fill('10');
  await adding.getByRole('button', { name: 'Add the discount' }).click();
  await expect(page.getByText('Discount added')).toBeVisible();
  const list = page.getByRole('table', { name: 'Discounts' });
  await expect(list).toContainText('AUTUMN26');
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Add a discount' }).click();
  await adding.getByText('A sum', { exact: true }).click();
  await adding.getByRole('textbox', { name: 'Sum (USD)' }).fill('5');
  await adding.getByRole('button', { name: 'Add the discount' }).click();
  await expect(list).toContainText('Second child');

  await shoot(page, 'discounts');
  await page.getByRole('button', { name: 'End Second child' }).click();
  const asking = page.getByRole('dialog', { name: 'End Second child?' });
  await asking.getByRole('button', { name: 'End the discount' }).click();
  await expect(page.getByText('Discount ended')).toBeVisible();
});

/** Adds a discount past the screens. */
async function addDiscount(browser: Browser, discount: object): Promise<string> {
  const office = await browser.newPage();
  await signIn(office, ADMIN.email);
  const { insertedId } = await callAs(office, 'POST', '/discounts', discount);
  await office.close();
  return insertedId;
}

/** A class for every age that has a lesson to come. */
async function findClass(page: Page): Promise<string> {
  const classes = await callAs<{ _id: string; availableseat: number }[]>(page, 'GET', '/popularclasses');
  const found = classes.find((one) => isForAnyone(one) && one.availableseat > 2);
  if (!found) throw new Error('The demo school has no such class.');
  return found._id;
}

const family = (name: string) => ({
  email: `discounts-${crypto.randomUUID()}@test.example`,
  password: 'Family-1!',
  name,
});

test('a family enters a code, sees the sum before and after, and takes it off again', async ({
  page,
  browser,
}) => {
  const code = `WELCOME${Date.now() % 100_000}`;
  await addDiscount(browser, { kind: 'code', code, percent: 50 });
  await signUp(page, family('Robin Lee'));
  await page.goto(`/student/class/payment/${await findClass(page)}`);
  const summary = page.getByRole('complementary', { name: 'What you pay' });
  await summary.getByRole('button', { name: 'Have a code?' }).click();
  await summary.getByLabel('Code', { exact: true }).fill('no-such-code');
  await summary.getByRole('button', { name: 'Use the code' }).click();
  await expect(summary.getByRole('alert')).toContainText('This code is not valid here');
  await shoot(page, 'code-refused');
  await summary.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await summary.getByRole('button', { name: 'Use the code' }).click();
  await expect(summary.getByRole('status')).toContainText('is taken off');
  await expect(summary).toContainText('$60');
  await expect(summary).toContainText('$30');
  await expectAccessible(page);
  await shoot(page, 'code');
  await summary.getByRole('button', { name: 'Remove the code' }).click();
  await expect(summary.getByRole('button', { name: 'Have a code?' })).toBeVisible();
  await expect(summary).not.toContainText('$30');
});

test('a second child costs less by itself, and the page of the payment says why', async ({
  page,
  browser,
}) => {
  const discount = await addDiscount(browser, { kind: 'sibling', nth: 2, percent: 20 });
  await signUp(page, family('Sam Second'));
  const child = (firstname: string) => callAs(page, 'POST', '/learners', { firstname, lastname: 'Second' });
  const [ada, bo] = [(await child('Ada')).insertedId, (await child('Bo')).insertedId].sort();
  const classid = await findClass(page);
  await page.goto(checkoutPath([ada, bo].map((learnerid) => ({ classid, learnerid: learnerid ?? '' }))));
  const summary = page.getByRole('complementary', { name: 'What you pay' });
  await expect(summary).toContainText('Second child: $12 taken off');
  await expect(summary).toContainText('$120');
  await expect(summary).toContainText('$108');
  await expectAccessible(page);
  await shoot(page, 'second-child');
  const office = await browser.newPage();
  await signIn(office, ADMIN.email);
  await callAs(office, 'DELETE', `/discounts/${discount}`);
  await office.close();
});
