import type { Learner } from '#contract/learners/calls.ts';
import { addDays, weekdayOf } from '#contract/time/days.ts';
import { ADMIN, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';
import { onOwnSchool } from './own-school.ts';

// The school's prices become those of classes.
const test = onOwnSchool();
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [360, 768, 1280];

test('a class is billed by the month: its page says so, and the month is looked through, billed and done', async ({
  page,
  school,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1280, height: 900 });
  const shoot = async (name: string) => {
    for (const width of process.env.SHOTS ? WIDTHS : []) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.SHOTS}/billing-${name}-${width}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await signUp(page, { email: 'yusra@test.example', password: DEMO_PASSWORD, name: 'Yusra Amari' });
  await askToProveAddress(page, school, 'yusra@test.example');
  for (const firstname of ['Lina', 'Sami'])
    await callAs(page, 'POST', '/learners', { firstname, lastname: 'Amari', born: '2016-03-04' });
  const own = await callAs<Learner[]>(page, 'GET', '/learners');
  const children = own.filter(({ self }) => !self).map(({ _id }) => _id);

  const [classid = ''] = await signInWith(page, 'Recorder by the month');
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  await callAs(page, 'PUT', '/school', { enrolmentPrice: 'class', version });
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  const first = addDays(new Date().toISOString().slice(0, 10), 3);
  const plan = { weekday: weekdayOf(first), starttime: '07:15', minutes: 45, everyweeks: 1, roomid: null };
  const plans = [{ ...plan, firstday: first, lastday: addDays(first, 90) }];
  await callAs(page, 'PUT', `/class/plans/${classid}`, { plans });

  await page.goto(`/admin/updateclass/${classid}`);
  await page.getByLabel('Billing').selectOption('month');
  await shoot('class');
  await page.getByRole('button', { name: 'Update Class' }).click();
  await page.waitForURL('**/admin/manageclass*');

  await page.goto(`/classes/${classid}`);
  const offer = page.getByRole('region', { name: /^Price/ });
  await expect(offer).toContainText('per lesson');
  await expect(offer).toContainText(/billed by the month; \$\d+ for the (lesson|\d+ lessons) left in/);
  await shoot('offer');

  await signIn(page, ADMIN.email);
  for (const learnerid of children)
    await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'due' });
  const [from, to] = [addDays(first, 40), addDays(first, 70)];
  // Days the wrong way round are said at their field.
  await page.goto(`/admin/billing?from=${to}&to=${from}`);
  await expect(page.getByText('The last day comes before the first.')).toBeVisible();
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await shoot('crossed');
  await page.getByLabel('From').fill(from);
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(`/admin/billing?from=${from}&to=${to}`);
  const table = page.getByRole('table', { name: 'What is billed' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await shoot('table');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
  }
  await table.getByRole('checkbox', { name: /Sami/ }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^1 of 2 rows/)).toBeVisible();
  // Another price since: nothing is billed, and the table is shown anew.
  const before = await table.textContent();
  const { price, version: ofClass } = await callAs<{ price: number; version: number }>(
    page,
    'GET',
    `/class/${classid}`,
  );
  await callAs(page, 'PUT', `/class/update/${classid}`, { price: price + 1, version: ofClass });
  await page.getByRole('button', { name: 'Bill now' }).click();
  await expect(page.getByText(/Nothing has been billed: look through the table again/)).toBeVisible();
  await expect(table).not.toHaveText(before ?? '');
  await expect(page.getByText(/^2 of 2 rows/)).toBeVisible();
  await shoot('changed');
  await table.getByRole('checkbox', { name: /Sami/ }).click();
  await page.getByRole('button', { name: 'Bill now' }).click();
  await expect(page.getByText(/is billed: 1 charge or credit/)).toBeVisible({ timeout: 30_000 });
  // What was left out is still there.
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Sami');
  await shoot('done');
  await page.getByRole('button', { name: 'Bill now' }).click();
  await expect(page.getByText('Nothing more is to be billed for these days.')).toBeVisible({
    timeout: 30_000,
  });
  await page.goto('/admin/log');
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('1 student and class');

  // The family sees which lessons a sum is for, and which the school has taken back.
  const lessons = await callAs<{ _id: string; day: string }[]>(page, 'GET', `/class/${classid}/lessons`);
  const [off] = lessons.filter(({ day }) => day >= from && day <= to);
  await callAs(page, 'DELETE', `/lessons/${off?._id}`);
  const period = { from: addDays(to, 1), to: addDays(to, 2) };
  await callAs(page, 'POST', '/billing', { period, classids: [classid] });
  await signIn(page, 'yusra@test.example');
  const lineOf = (words: RegExp) => page.getByRole('listitem').filter({ hasText: words }).first();
  const tuition = lineOf(/^Tuition/);
  await expect(async () => {
    await page.goto('/account/money');
    await expect(lineOf(/^Credit/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await tuition.locator('summary').click();
  await expect(tuition).toContainText(/\d × \$\d+: /);
  await expect(tuition).toContainText(/Not held, credited/);
  await expectAccessible(page);
  await shoot('story');
});
