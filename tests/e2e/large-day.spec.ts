import { addDays, mondayOf } from '#contract/time/days.ts';
import { WEEK_LESSONS } from '#contract/weeks/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';

const PLANS = 13;
const MINUTES = 5;
const CLASSES = Math.ceil((WEEK_LESSONS + 1) / PLANS);

const timeAt = (lesson: number) => {
  const minute = 7 * 60 + lesson * MINUTES;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

test('a day with more lessons than are shown at once goes on by a button', async ({ page }) => {
  await signIn(page, ADMIN.email);
  // Years away, where the school has no lessons of its own.
  const monday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), 7 * 150);
  for (let at = 0; at < CLASSES; at++) {
    const { insertedId } = await callAs(page, 'POST', '/addclass', {
      classname: `Sight-reading ${at + 1}`,
      image: '/art/cello-480.webp',
      price: '20',
      availableseat: 3,
      instructoremail: INSTRUCTORS.clara.email,
    });
    const plans = Array.from({ length: PLANS }, (_, lesson) => ({
      weekday: 1,
      starttime: timeAt(at * PLANS + lesson),
      minutes: MINUTES,
      everyweeks: 1,
      firstday: monday,
      lastday: addDays(monday, 6),
    }));
    await callAs(page, 'PUT', `/class/plans/${insertedId}`, { plans });
  }
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
