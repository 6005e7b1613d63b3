import type { Page } from '@playwright/test';
import type { AwayOutcome } from '#contract/away/calls.ts';
import type { Today } from '#contract/reports/calls.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { TimetableLesson } from '#contract/timetable/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { onOwnSchool } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

// It takes lessons from people that other journeys count on.
const test = onOwnSchool();
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { clara, jonas } = INSTRUCTORS;
const today = () => dayAt(Date.now(), DEMO_SCHOOL.timezone);

async function shoot(page: Page, name: string, width: number) {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/away-${name}-${width}.png`, fullPage: true });
}

/** Lessons of the coming weeks that are to be held, as they begin. */
async function lessonsOf(page: Page, query = ''): Promise<TimetableLesson[]> {
  const span = `from=${addDays(today(), 1)}&to=${addDays(today(), 21)}`;
  const lessons = await callAs<TimetableLesson[]>(page, 'GET', `/timetable?${span}${query}`);
  return lessons.filter(({ state }) => state !== 'cancelled');
}

/** Lessons of one teacher on the first day after some on which they have some. */
async function nextDayOf(page: Page, name: string, after = today()): Promise<TimetableLesson[]> {
  const lessons = (await lessonsOf(page)).filter((one) => one.instructorname === name && one.day > after);
  return lessons.filter(({ day }) => day === lessons[0]?.day);
}

/** Lets the first page show another day’s lessons as today’s: at night there may be none. */
async function showAsToday(page: Page, lessons: readonly TimetableLesson[]) {
  await page.route('**/api/today?*', async (route) => {
    const body: Today = await (await route.fetch()).json();
    const shown = lessons.map((lesson): Today['lessons'][number] => ({
      ...lesson,
      reason: null,
      substitute: false,
      learners: [],
      guestsfree: 0,
    }));
    await route.fulfill({
      json: { ...body, day: lessons[0]?.day ?? body.day, lessons: shown, more: false, earlier: false },
    });
  });
}

for (const width of walkedAt(1280, 360)) {
  test(`at ${width} px a teacher is ill: from today it takes two presses, and each lesson can be decided on`, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, ADMIN.email);
    // Another teacher at each width: one is ill once.
    const { name } = width === 1280 ? clara : jonas;
    const lessons = await nextDayOf(page, name);
    const [first] = lessons;
    expect(first).toBeDefined();
    await showAsToday(page, lessons);
    await page.goto('/admin');
    await expect(page.getByRole('button', { name: `Teacher away… ${name}` }).first()).toBeVisible();
    await shoot(page, 'today', width);
    await page
      .getByRole('button', { name: `Teacher away… ${name}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `${name} is away` });
    const happens = dialog.getByRole('region', { name: 'What happens' });
    const choices = dialog.getByRole('list', { name: 'Lessons' }).getByRole('combobox');
    await expect(choices).toHaveCount(lessons.length);
    await expect(dialog.getByLabel('First day')).toHaveValue(first?.day ?? '');
    await expect(happens).toContainText(/taught by someone else/);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'teacher', width);

    await choices.first().selectOption('Cancel the lesson');
    await expect(happens).toContainText('One lesson is cancelled.');
    await choices.first().selectOption('Another time…');
    await dialog.getByLabel('Day', { exact: true }).fill(first?.day ?? '');
    await expect(dialog.getByText(/^Closed on that day: The teacher is away/)).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'refused', width);
    await dialog.getByLabel('Day', { exact: true }).fill(addDays(first?.day ?? '', 40));
    await dialog.getByLabel('Starts at').fill('06:10');
    await expect(happens).toContainText('One lesson is moved.');
    await expect(dialog.getByText(/^Closed on that day/)).toBeHidden();
    await dialog.getByRole('button', { name: /^Save and send/ }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Saved. Everyone it concerns gets an email.')).toBeVisible();
    const left = (await lessonsOf(page)).filter(
      (one) => one.instructorname === name && one.day === first?.day,
    );
    expect(left).toEqual([]);

    await page.goto('/admin/terms');
    const closing = page
      .getByRole('row')
      .filter({ hasText: 'The teacher is away' })
      .filter({ hasText: name });
    await expect(closing).toHaveCount(1);
  });

  test(`at ${width} px a room has gone: its lessons go to free ones, and what stands in the way has a name`, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, ADMIN.email);
    const rooms = await callAs<Room[]>(page, 'GET', '/rooms');
    const lessons = await lessonsOf(page);
    const inRoom = (one: Room) => lessons.filter(({ roomid }) => roomid === one._id);
    const room = rooms.toSorted((one, other) => inRoom(other).length - inRoom(one).length)[
      width === 360 ? 1 : 0
    ];
    const [first] = room ? inRoom(room) : [];
    if (!room || !first) throw new Error('No room has a lesson.');
    await page.goto('/admin/rooms');
    await expect(page.getByRole('button', { name: `Room away… ${room.name}` })).toBeVisible();
    await shoot(page, 'rooms', width);
    await page.getByRole('button', { name: `Room away… ${room.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `${room.name} cannot be used` });
    await dialog.getByLabel('First day').fill(first.day);
    await dialog.getByLabel('Last day').fill(addDays(first.day, 6));
    await dialog.getByLabel('Reason').fill('Burst pipe');
    const choices = dialog.getByRole('list', { name: 'Lessons' }).getByRole('combobox');
    const happens = dialog.getByRole('region', { name: 'What happens' });
    await expect(happens).toContainText(/No lesson can be planned in/);
    await expect(choices.first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'room', width);
    await dialog.getByRole('button', { name: /^Save and send/ }).click();
    await expect(dialog).toBeHidden();
    const after = await lessonsOf(page, `&room=${room._id}`);
    expect(after.filter(({ day }) => day >= first.day && day <= addDays(first.day, 6))).toEqual([]);
  });
}

test('a lesson that somebody else has changed meanwhile is named, and shown as it is now', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  const { name } = INSTRUCTORS.mateo;
  const [first] = await nextDayOf(page, name);
  if (!first) throw new Error('She has no lesson.');
  await page.goto(`/admin/lessons/${first.classid}`);
  await page
    .getByRole('button', { name: `Teacher away… ${name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: `${name} is away` });
  const choices = dialog.getByRole('list', { name: 'Lessons' }).getByRole('combobox');
  await expect(choices.first()).toBeVisible();
  const day = await dialog.getByLabel('First day').inputValue();
  const away = { firstday: day, lastday: day };
  const { lessons = [] } = await callAs<AwayOutcome>(
    page,
    'POST',
    `/teachers/${first.teacherid}/away?dry=1`,
    away,
  );
  await callAs(page, 'DELETE', `/lessons/${lessons[0]?.lessonid}`, {});
  await dialog.getByRole('button', { name: /^Save and send/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    /changed in the meantime: .*Look at the lessons again/,
  );
  await expect(choices).toHaveCount(lessons.length - 1);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(dialog).toBeHidden();
});
