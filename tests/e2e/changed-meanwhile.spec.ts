import type { Room } from '#contract/rooms/calls.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A class of the school with a lesson to come that other journeys have not cancelled, and the last such lesson. */
async function classWithLessons(page: Parameters<typeof callAs>[0]) {
  for (const course of await callAs<{ _id: string; classname: string }[]>(page, 'GET', '/classes/all')) {
    const lessons = await callAs<ClassLesson[]>(page, 'GET', `/class/${course._id}/lessons`);
    const lesson = lessons.findLast(({ begun, state }) => !begun && state !== 'cancelled');
    if (lesson) return { ...course, lesson };
  }
  throw new Error('The demo has classes with lessons to come.');
}

for (const width of walkedAt(360, 1280))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('of two who change a room the second sees what the first has saved', async ({ page }) => {
      await signIn(page, ADMIN.email);
      await page.goto('/admin/rooms');
      const [room] = await callAs<Room[]>(page, 'GET', '/rooms');
      if (!room) throw new Error('The demo has rooms.');
      await page.getByRole('button', { name: `Change ${room.name}`, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Change ${room.name}` });
      await dialog.getByLabel('Name').fill(`Annexe ${width}`);
      const { _id, name } = room;
      await callAs(page, 'PUT', `/rooms/${_id}`, { name, places: room.places + 1 });
      await dialog.getByRole('button', { name: 'Save' }).click();
      const meanwhile = dialog.getByRole('region', { name: 'This room changed while you were editing' });
      await expect(meanwhile).toBeFocused();
      await expect(meanwhile).toContainText(`Places: ${room.places} is now ${room.places + 1}`);
      await expectAccessible(page);
      await expectNoSideways(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      const rooms = await callAs<Room[]>(page, 'GET', '/rooms');
      expect(rooms.find((one) => one._id === _id)).toMatchObject({
        name: `Annexe ${width}`,
        places: room.places + 1,
      });
    });

    test('of two who change a lesson the second sees what the first has saved', async ({ page }) => {
      await signIn(page, ADMIN.email);
      const { _id, lesson } = await classWithLessons(page);
      await page.goto(`/admin/lessons/${_id}`);
      const rows = page.getByRole('table', { name: 'Lessons still to come' });
      await rows
        .getByRole('button', { name: /^Change the lesson/ })
        .last()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Change this lesson' });
      await dialog.getByLabel('Starts at').fill('08:15');
      await callAs(page, 'PUT', `/lessons/${lesson._id}`, { reason: `A concert at ${width}` });
      await dialog.getByRole('button', { name: 'Save' }).click();
      const meanwhile = dialog.getByRole('region', { name: 'This lesson changed while you were editing' });
      await expect(meanwhile).toBeFocused();
      await expect(meanwhile).toContainText(`is now A concert at ${width}`);
      await expect(dialog.getByLabel('Starts at')).toHaveValue('08:15');
      await expect(dialog.getByLabel('Reason (optional)')).toHaveValue(`A concert at ${width}`);
      await expectAccessible(page);
      await expectNoSideways(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
    });

    test('of two who plan a class the second sees what the first has saved', async ({ page }) => {
      await signIn(page, ADMIN.email);
      const { _id } = await classWithLessons(page);
      await page.goto(`/admin/plan/${_id}`);
      const minutes = page.getByRole('group', { name: 'Time 1' }).getByLabel('Minutes');
      const typed = String(Number(await minutes.inputValue()) - 5);
      await minutes.fill(typed);
      const { plans } = await callAs<{ plans: { minutes: number }[] }>(page, 'GET', `/class/plans/${_id}`);
      const others = plans.map((plan) => ({ ...plan, minutes: plan.minutes - 10 }));
      await callAs(page, 'PUT', `/class/plans/${_id}`, { plans: others });
      await page.getByRole('button', { name: 'Save' }).click();
      const meanwhile = page.getByRole('region', { name: 'These times changed while you were editing' });
      await expect(meanwhile).toBeFocused();
      await expect(minutes).toHaveValue(typed);
      // What would come of it is worked out anew.
      await expect(page.locator('#dry').getByText(/^\d+ lessons, from/)).toBeVisible();
      // Away from what stands at the foot of a phone.
      await minutes.evaluate((input) => input.scrollIntoView({ block: 'center' }));
      await expectAccessible(page);
      await expectNoSideways(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page).toHaveURL(new RegExp(`/admin/lessons/${_id}`));
    });
  });
