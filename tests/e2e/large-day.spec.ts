import type { Page } from '@playwright/test';
import { TODAY_SHOWN, type Today } from '#contract/reports/calls.ts';
import { addDays, mondayOf, weekdayOf } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { WEEK_LESSONS } from '#contract/weeks/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';

const PLANS = 13;
const MINUTES = 5;
const CLASSES = Math.ceil((WEEK_LESSONS + 1) / PLANS);

const clockAt = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const timeAt = (lesson: number) => clockAt(7 * 60 + lesson * MINUTES);

/** A class of Clara's, with a lesson of some minutes at each of these times of one day. */
async function addLessons(
  page: Page,
  { classname, day, starttimes }: { classname: string; day: string; starttimes: readonly string[] },
): Promise<void> {
  const { insertedId } = await callAs(page, 'POST', '/addclass', {
    classname,
    image: '/art/cello-480.webp',
    price: '20',
    availableseat: 3,
    instructoremail: INSTRUCTORS.clara.email,
  });
  const plans = starttimes.map((starttime) => ({
    weekday: weekdayOf(day),
    starttime,
    minutes: MINUTES,
    everyweeks: 1,
    firstday: day,
    lastday: addDays(day, 6),
  }));
  await callAs(page, 'PUT', `/class/plans/${insertedId}`, { plans });
}

test('a day with more lessons than are shown at once goes on by a button', async ({ page }) => {
  await signIn(page, ADMIN.email);
  // Years away, where the school has no lessons of its own.
  const monday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), 7 * 150);
  for (let at = 0; at < CLASSES; at++)
    await addLessons(page, {
      classname: `Sight-reading ${at + 1}`,
      day: monday,
      starttimes: Array.from({ length: PLANS }, (_, lesson) => timeAt(at * PLANS + lesson)),
    });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/admin/week?from=${monday}&on=1`);
  const lessons = page.locator('.time-grid ul > li');
  await expect(lessons).toHaveCount(WEEK_LESSONS);
  await expectNoSideways(page);
  await expectAccessible(page);
  const more = page.getByRole('button', { name: 'Show later lessons' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(lessons).toHaveCount(CLASSES * PLANS);
  await expect(more).toHaveCount(0);

  // Their teacher reads the whole week at once.
  await signIn(page, INSTRUCTORS.clara.email);
  await page.goto(`/instructor/week?from=${monday}`);
  await expect(lessons).toHaveCount(CLASSES * PLANS);
});

test('the first screen tells the lessons of a long day in parts', async ({ page }) => {
  await signIn(page, ADMIN.email);
  const day = dayAt(Date.now(), DEMO_SCHOOL.timezone);
  // At night, when the school has no lessons of its own.
  for (let at = 0; at < 5; at++)
    await addLessons(page, {
      classname: `Night song ${at + 1}`,
      day,
      starttimes: Array.from({ length: PLANS }, (_, lesson) => clockAt((at * PLANS + lesson) * MINUTES)),
    });
  const whole = await callAs<Today>(page, 'GET', '/today');
  expect(whole.lessons.length).toBeGreaterThanOrEqual(5 * PLANS);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/admin');
  const today = page.getByRole('region', { name: /^Today/ });
  const lessons = today.locator('ol > li');
  await expect(lessons.first()).toBeAttached();
  expect(await lessons.count()).toBeLessThanOrEqual(TODAY_SHOWN);
  for (const folded of [/^\d+ lessons? (is|are) over$/, /^\d+ more later today$/]) {
    const summary = today.getByText(folded);
    if ((await summary.count()) > 0) await summary.click();
  }
  await expectNoSideways(page);
  await expectAccessible(page);
  const more = today.getByRole('button', { name: /^Show (earlier|later) lessons$/ });
  await expect(more.first()).toBeVisible();
  while ((await more.count()) > 0) {
    const known = await lessons.count();
    await more.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => lessons.count()).toBeGreaterThan(known);
  }
  await expect(lessons).toHaveCount(whole.lessons.length);
});
