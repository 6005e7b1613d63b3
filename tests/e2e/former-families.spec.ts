import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, type RunningSchool, signIn, signUp } from './fixtures.ts';
import { onOwnSchool } from './own-school.ts';

const test = onOwnSchool();
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [360, 768, 1280];

test('a family that owes deletes its account: the office sees the debt without a name, and settles it', async ({
  page,
  school,
}) => {
  test.setTimeout(240_000);
  const email = 'robin@test.example';
  const signOut = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  };
  await signUp(page, { email, password: 'Family-1!', name: 'Robin Lee' });
  await signOut();
  await signIn(page, ADMIN.email);
  type Found = { items: { userid: string }[] };
  const { items } = await callAs<Found>(page, 'GET', `/families/search?q=${encodeURIComponent(email)}`);
  const userid = items[0]?.userid;
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/charges', {
    ...{ userid, kind: 'fee', label: 'Exam in March', amount: 37.5, day: '2026-09-01', key: 'exam' },
  });
  await callAs(page, 'POST', '/invoices', { userid, chargeids: [insertedId] });
  await signOut();
  await signIn(page, email, 'Family-1!');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('You still owe the school $37.50');
  await dialog.getByLabel('Your password', { exact: true }).fill('Family-1!');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account will be deleted in seven days')).toBeVisible();
  letSevenDaysPass(school, email);
  await signOut();
  await signIn(page, ADMIN.email);

  const former = page.getByRole('table', { name: 'Deleted accounts with open sums' });
  // The job looks every minute.
  await expect(async () => {
    await page.goto('/admin/families');
    await expect(former).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 120_000 });
  await expect(former).toContainText(/Former family \(.+\)/);
  await expect(former).toContainText('$37.50');
  await expect(page.locator('main')).not.toContainText('Robin');
  await expectAccessible(page);
  for (const width of WIDTHS)
    for (const code of ['', '/de', '/fr']) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${code}/admin/families`);
      await expect(page.locator('#former')).toBeVisible();
      await expectNoSideways(page);
      if (process.env.SHOTS) {
        const path = `${process.env.SHOTS}-former-${width}${code.replace('/', '-')}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }

  await page.goto('/admin/families');
  await former.getByRole('link').click();
  await page.getByRole('button', { name: 'Record a payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record a payment' });
  await expect(payment.getByLabel(/^Sum/)).toHaveValue('37.50');
  await payment.getByRole('button', { name: 'Record it' }).click();
  await expect(payment).toBeHidden();
  await expect(page.getByText('Nothing is open.')).toBeVisible();
  await expectAccessible(page);
  for (const width of process.env.SHOTS ? WIDTHS : []) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}-former-family-${width}.png`, fullPage: true });
  }
});

/** As if the account had been asked to be deleted seven days ago. */
function letSevenDaysPass({ dataDir }: RunningSchool, email: string) {
  const records = new DatabaseSync(join(dataDir, 'cadenza.sqlite'), { timeout: 10_000 });
  const leavesat = records.prepare('update users set leavesat = ? where email = ? and leavesat is not null');
  const { changes } = leavesat.run(Date.now(), email);
  records.close();
  expect(changes).toBe(1);
}
