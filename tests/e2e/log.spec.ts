import type { FamilySearch } from '#contract/families/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { TimetableLesson } from '#contract/timetable/calls.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DAY_MS = 24 * 60 * 60_000;
const dayIn = (days: number) => dayAt(Date.now() + days * DAY_MS, DEMO_SCHOOL.timezone);

for (const width of walkedAt(1280, 768, 360))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the log says which lesson was cancelled and for whom a place was taken, and leads to the family', async ({
      page,
    }) => {
      await signIn(page, ADMIN.email);
      const week = `/timetable?from=${dayIn(1)}&to=${dayIn(7)}`;
      const lessons = await callAs<TimetableLesson[]>(page, 'GET', week);
      const lesson = lessons.find(({ state }) => state !== 'cancelled');
      if (!lesson) throw new Error('The demo has lessons within a week.');
      await callAs(page, 'DELETE', `/lessons/${lesson._id}`);
      const form = { classname: `Sackbut ${width}`, image: '/art/class-first-piano-960.webp', price: '48' };
      const teacher = { availableseat: 3, instructoremail: 'clara@cadenza.example' };
      const { insertedId: classid } = await callAs(page, 'POST', '/addclass', { ...form, ...teacher });
      await callAs(page, 'PUT', `/class/approved/${classid}`);
      const { items } = await callAs<FamilySearch>(page, 'GET', '/families/search?q=theo');
      const [family] = items;
      const learnerid = family?.learners.find(({ self }) => self)?._id;
      if (!family || !learnerid) throw new Error('Theo is a student of the demo.');
      await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'cash' });

      await page.goto('/admin/log');
      await page.getByRole('main').getByRole('link', { name: 'Lessons', exact: true }).click();
      const first = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first();
      await expect(first).toContainText(/cancelled the lesson of \w+, \d+ \w+ \d{4}, \d\d:\d\d, in /);
      await expect(first.getByText('Lesson', { exact: true })).toBeVisible();
      await expectNoSideways(page);
      await expectAccessible(page);

      await page.getByRole('main').getByRole('link', { name: 'Payments', exact: true }).click();
      const enrolled = page.getByRole('listitem').filter({ hasText: form.classname });
      await expect(enrolled).toContainText(`enrolled ${family.name} by hand, with $60 paid, in`);
      await expect(enrolled.getByText('Enrolment', { exact: true })).toBeVisible();
      await expectNoSideways(page);
      await enrolled.getByRole('link', { name: family.name }).click();
      await expect(page).toHaveURL(`/admin/families/${family.userid}`);
      await expect(page.getByRole('heading', { level: 1, name: family.name })).toBeVisible();
    });
  });
