import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Learner } from '#contract/learners/calls.ts';
import type { AttendanceState } from '#contract/registers/calls.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { ADMIN, STUDENT } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, refusal } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WEEK_MS = 7 * 24 * 60 * 60_000;

async function expectGood(page: Page, name: string) {
  await expectAccessible(page);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(() => expectNoSideways(page)).toPass();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/attendance-${name}-${width}.png`, fullPage: true });
  }
}

/** The learner of the demo’s student, and their lessons of the last weeks that are over, the latest first. */
async function findPast(page: Page) {
  await signIn(page, STUDENT.email);
  const [learner] = await callAs<Learner[]>(page, 'GET', '/learners');
  const weeks = [0, 1, 2, 3, 4, 5].map((ago) =>
    new Date(Date.now() - ago * WEEK_MS).toISOString().slice(0, 10),
  );
  const found: WeekLesson[] = [];
  for (const from of weeks) found.push(...(await callAs<WeekLesson[]>(page, 'GET', `/week?from=${from}`)));
  const past = found
    .filter(({ endsat, state }) => Date.parse(endsat) < Date.now() && state !== 'cancelled')
    .toSorted((one, other) => other.startsat.localeCompare(one.startsat));
  if (!learner || past.length < 4) throw new Error('The demo’s student has too few lessons behind them.');
  return { learnerid: learner._id, past };
}

test('a family reads what was attended, and the office the same, with the registers that were not taken', async ({
  page,
}) => {
  const { learnerid, past } = await findPast(page);
  await page.goto(`/student/learners/${learnerid}`);
  await expect(page.getByText('Nothing has been marked yet.')).toBeVisible();
  await signIn(page, ADMIN.email);
  await page.goto('/admin');
  // No register was ever taken here.
  await expect(page.getByRole('region', { name: 'Export', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: /not taken/ })).toBeHidden();

  const marked: [AttendanceState, object][] = [
    ['absent', {}],
    ['late', { note: 'Practise the second line slowly, hands apart.' }],
    ['present', {}],
  ];
  for (const [at, [state, more]] of marked.entries()) {
    const lesson = past[at];
    const marks = [{ learnerid, state, markedat: new Date().toISOString(), ...more }];
    await callAs(page, 'PUT', `/lessons/${lesson?._id}/register`, { marks });
  }
  await page.reload();
  const untaken = page.getByRole('region', { name: 'Registers not taken' });
  await expect(untaken.getByRole('listitem')).toHaveCount(10);
  await expect(untaken).toContainText('There are more, from earlier days.');
  await expectGood(page, 'not-taken');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export attendance' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('attendance.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.filter((line) => line.includes(STUDENT.name)).length).toBeGreaterThan(0);
  await untaken.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin\/registers\//);
  const student = page.locator('[data-learner]').first();
  await student.getByRole('button', { name: 'Late' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const present = page.getByRole('button', { name: 'Present', exact: true, pressed: true });
  await page.getByRole('button', { name: 'All present' }).click();
  await expect(present).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(present).toHaveCount(0);
  await page.getByRole('button', { name: 'All present' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(student.getByRole('button', { name: 'Late' })).toHaveAttribute('aria-pressed', 'true');
  // The office corrects it, by the keys too.
  await student.getByRole('button', { name: 'Late' }).press('3');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectGood(page, 'office-marks');
  await page.reload();
  await expect(student.getByRole('button', { name: 'Absent' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'All present' })).toBeDisabled();
  const address = page.url();
  await page.getByRole('link', { name: 'All lessons of the class' }).click();
  await page.getByText(/^Past lessons \(/).click();
  const back = page.getByRole('link', { name: /^Register / }).first();
  await back.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  // What the school does not take is said, and shown no more.
  await page.goto(address);
  await page.route('**/register', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill(refusal(409, 'register-closed', 'The register is closed.'))
      : route.continue(),
  );
  await student.getByRole('button', { name: 'Present' }).click();
  await expect(page.getByRole('alert')).toContainText('The register is closed.');
  await expect(student.getByRole('button', { name: 'Absent' })).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/register');

  const { items } = await callAs<{ items: { _id: string }[] }>(
    page,
    'GET',
    `/users/search?q=${STUDENT.email}`,
  );
  await page.goto(`/admin/families/${items[0]?._id}`);
  const part = page.getByRole('region', { name: 'Attendance', exact: true });
  await expect(part.getByRole('heading', { name: STUDENT.name })).toBeVisible();
  await expectGood(page, 'office');

  await signIn(page, STUDENT.email);
  await page.goto('/account/family');
  await page
    .getByRole('link', { name: /^Attendance/ })
    .first()
    .click();
  await expect(page).toHaveURL(`/student/learners/${learnerid}`);
  await page.getByText(/All \d+ lessons/).click();
  const list = page.getByRole('list').filter({ hasText: 'Absent without notice' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list).toContainText('Practise the second line slowly, hands apart.');
  await expect(page.getByRole('table').first()).toContainText(past[0]?.classname ?? '');
  await expectGood(page, 'family');
});
