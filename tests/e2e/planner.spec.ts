import type { Page } from '@playwright/test';
import type { Instructor } from '#contract/instructors/calls.ts';
import { dayAt, wallTimeAt } from '#contract/time/wall-time.ts';
import type { ClassLesson, TimetableLesson } from '#contract/timetable/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { addPendingClass, callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

const { clara, jonas } = INSTRUCTORS;
const DAY_MS = 24 * 60 * 60_000;
const { timezone: ZONE } = DEMO_SCHOOL;

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const dayAfter = (day: string, days: number) => dayAt(Date.parse(day) + days * DAY_MS, 'UTC');
const weekdayOf = (day: string) => String(new Date(day).getUTCDay() || 7);
const outcome = (page: Page) => page.getByRole('region', { name: 'Preview' });
const sum = (page: Page) => outcome(page).getByRole('status');

/** A lesson in a room, in the coming month, on a day on which `teacher` holds none. */
async function takenRoom(page: Page, teacher: { email: string }): Promise<TimetableLesson> {
  const instructors = await callAs<Instructor[]>(page, 'GET', '/instructor/all');
  const own = instructors.find(({ email }) => email === teacher.email)?._id;
  const from = dayAt(Date.now() + DAY_MS, ZONE);
  const days = `from=${from}&to=${dayAfter(from, 30)}`;
  const lessons = await callAs<TimetableLesson[]>(page, 'GET', `/timetable?${days}`);
  const busy = new Set(lessons.filter(({ teacherid }) => teacherid === own).map(({ day }) => day));
  const taken = lessons.find(({ roomid, state, day }) => roomid && state !== 'cancelled' && !busy.has(day));
  return taken as TimetableLesson;
}

/** Opens the form of a new class by the link in the list of classes. */
async function openPlan(page: Page, classname: string) {
  await page.goto('/instructor/myclass');
  await page.getByRole('link', { name: `Set the times: ${classname}` }).click();
  await expect(page).toHaveTitle('Cadenza | Class times');
}

for (const { width, height, starttime, hours, moved } of walkedAt(
  { width: 1280, height: 800, starttime: '07:15', hours: '07:15–07:45', moved: '07:45' },
  { width: 360, height: 740, starttime: '08:30', hours: '08:30–09:00', moved: '09:15' },
)) {
  test(`a teacher plans with the dry run beside it, moves a lesson and makes one up, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, clara.email);
    const classname = `Trio of ${width}`;
    const form = { classname, image: '/art/class-first-piano-960.webp', price: '45', availableseat: 1000 };
    await callAs(page, 'POST', '/addclass', form);
    const taken = await takenRoom(page, clara);
    await openPlan(page, classname);

    // The term under way is filled in, so that there is something to see at once.
    await expect(sum(page)).toHaveText(/^\d+ lessons, from .* to .*\.$/);
    await expect(outcome(page)).toContainText('Half-term break:');
    await page.getByLabel('Weekday').selectOption(weekdayOf(taken.day));
    await page.getByLabel('Starts at').fill(wallTimeAt(Date.parse(taken.startsat), ZONE).slice(11));
    await page.getByLabel('Room').selectOption(taken.roomid);
    await expect(outcome(page)).toContainText(`${taken.classname} has the room then, `);
    await expect(outcome(page)).toContainText(/fewer than the class/);
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(outcome(page).getByRole('alert')).toHaveText(
      'The room is too small: the class has more places than the room.',
    );

    await page.getByLabel('Weekday').selectOption('Saturday');
    await page.getByLabel('Starts at').fill(starttime);
    await page.getByLabel('Minutes').fill('');
    await expect(sum(page)).toHaveText(/^Enter a whole number/);
    await page.getByLabel('Minutes').fill('30');
    await page.getByLabel('Room').selectOption('No room yet');
    await expect(sum(page)).toHaveText(/lessons, from/);
    await expect(outcome(page)).not.toContainText('It cannot be saved');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(page.getByText(/^Saved: \d+ lessons$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lessons');
    await expect(page.getByText(new RegExp(`^Saturdays ${starttime}, from .*, \\d+ lessons$`))).toBeVisible();

    const coming = page.getByRole('table', { name: 'Lessons still to come' });
    const rows = coming.locator('tbody').getByRole('row');
    await expect(rows.first()).toContainText(hours);
    await expectAccessible(page);
    await expectNoSideways(page);

    const { _id: classid } = await classCalled(page, classname);
    const [first, second, third] = await lessonsToCome(page, classid);
    // By keyboard alone: the focus comes back to where it was.
    const change = rows.first().getByRole('button', { name: /^Change the lesson/ });
    await change.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change this lesson' });
    await expect(dialog.getByLabel('Teacher')).toContainText(jonas.name);
    await expectAccessible(page);
    await dialog.getByLabel('Day').fill(dayAfter(first.day, 1));
    await dialog.getByLabel('Starts at').fill(moved);
    await dialog.getByLabel('Reason').fill('Concert on Saturday');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(rows.first()).toContainText(`${moved}–`);
    await expect(rows.first()).toContainText('Changed');
    await expect(rows.first()).toContainText('Concert on Saturday');

    await rows
      .nth(1)
      .getByRole('button', { name: /^Cancel the lesson/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Cancel this lesson?' });
    await question.getByLabel('Reason').fill('Clara is ill');
    await question.getByRole('button', { name: 'Cancel the lesson' }).click();
    const offer = page.getByRole('dialog', { name: 'The lesson is cancelled' });
    await expect(offer).toContainText('are free on');
    await expectAccessible(page);
    await offer.getByRole('button', { name: 'Make it up then' }).click();
    const makeup = page.getByRole('dialog', { name: 'Make this lesson up' });
    await expect(makeup.getByLabel('Day')).not.toHaveValue(second.day);
    await makeup.getByRole('button', { name: 'Schedule it' }).click();
    await expect(makeup).toHaveCount(0);
    await expect(rows.last()).toContainText('Changed');

    await rows
      .nth(1)
      .getByRole('button', { name: /^Cancel the lesson/ })
      .click();
    await question.getByRole('button', { name: 'Cancel the lesson' }).click();
    await offer.getByRole('button', { name: 'Not now' }).click();
    await expect(rows.nth(1)).toContainText('Cancelled');
    await expect(rows.nth(1).getByRole('button')).toHaveText(['Make up']);
    await expectAccessible(page);
    await expectNoSideways(page);
    const left = await lessonsToCome(page, classid);
    expect(left.map(({ _id, state }) => [_id, state])).toEqual(
      expect.arrayContaining([
        [first._id, 'moved'],
        [second._id, 'moved'],
        [third._id, 'cancelled'],
      ]),
    );
  });
}

const classCalled = async (page: Page, classname: string) => {
  const path = `/classes/find/${clara.email}/page`;
  const { items } = await callAs<{ items: { _id: string; classname: string }[] }>(page, 'GET', path);
  return items.find((item) => item.classname === classname) as { _id: string };
};

async function lessonsToCome(page: Page, classid: string) {
  const lessons = await callAs<ClassLesson[]>(page, 'GET', `/class/${classid}/lessons`);
  return lessons.filter(({ startsat }) => Date.parse(startsat) > Date.now()) as [
    ClassLesson,
    ClassLesson,
    ClassLesson,
    ...ClassLesson[],
  ];
}

/** Adds a class of Clara's, approved, that meets on Saturdays at a time for itself in the term under way. */
async function addPlanned(page: Page, classname: string, starttime: string): Promise<string> {
  await signIn(page, clara.email);
  const id = await addPendingClass(page, classname);
  const firstday = dayAt(Date.now() + DAY_MS, ZONE);
  const plan = { weekday: 6, starttime, minutes: 30, everyweeks: 1, roomid: null };
  const plans = [{ ...plan, firstday, lastday: dayAfter(firstday, 60) }];
  await callAs(page, 'PUT', `/class/plans/${id}`, { plans });
  await signIn(page, ADMIN.email);
  await callAs(page, 'PUT', `/class/approved/${id}`);
  return id;
}

test('a move to where it cannot be says why, and keeps what was typed', async ({ page }) => {
  const id = await addPlanned(page, 'Duo at dawn', '06:15');
  await signIn(page, clara.email);
  const taken = await takenRoom(page, clara);
  await page.goto(`/instructor/lessons/${id}`);
  await page
    .getByRole('button', { name: /^Change the lesson/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Change this lesson' });
  await dialog.getByLabel('Day').fill(taken.day);
  await dialog.getByLabel('Starts at').fill(wallTimeAt(Date.parse(taken.startsat), ZONE).slice(11));
  await dialog.getByLabel('Room').selectOption(taken.roomid);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Another class is in this room then: ');
  const free = dialog.getByRole('region', { name: 'What is free instead' });
  await expect(free).toContainText('Rooms that are free then');
  await free.getByRole('listitem').first().getByRole('button').click();
  await expect(free).toBeHidden();
  await expect(dialog.getByRole('alert')).toBeEmpty();
  await expect(dialog.getByLabel('Room')).not.toHaveValue(taken.roomid ?? '');
  await expect(dialog.getByLabel('Day')).toHaveValue(taken.day);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toContainText('What you have typed has not been sent. Discard it?');
  await dialog.getByRole('button', { name: 'Keep writing' }).click();
  await dialog.getByLabel('Room').selectOption('No room');
  await dialog.getByLabel('Teacher').selectOption(jonas.name);
  await dialog.getByLabel('Starts at').fill('05:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: `with ${jonas.name}` })).toHaveCount(1);
});

test('a room that is another class’s is named in a plan, and a free room or time is one tap away', async ({
  page,
}) => {
  await signIn(page, clara.email);
  const form = { image: '/art/class-first-piano-960.webp', price: '45', availableseat: 2 };
  await callAs(page, 'POST', '/addclass', { classname: 'Duet at noon', ...form });
  const { _id: id } = await classCalled(page, 'Duet at noon');
  const taken = await takenRoom(page, clara);
  const starttime = wallTimeAt(Date.parse(taken.startsat), ZONE).slice(11);
  const alert = outcome(page).getByRole('alert');
  const free = outcome(page).getByRole('region', { name: 'What is free instead' });
  const list = (name: string) => free.getByRole('list', { name });
  const save = page.getByRole('button', { name: 'Save' });

  async function refuse() {
    await page.goto(`/instructor/plan/${id}`);
    await page.getByLabel('Weekday').selectOption(weekdayOf(taken.day));
    await page.getByLabel('Starts at').fill(starttime);
    await page.getByLabel('Minutes').fill('30');
    await page.getByLabel('First day').fill(taken.day);
    await page.getByLabel('Last day').fill(taken.day);
    await page.getByLabel('Room').selectOption(taken.roomid);
    await save.press('Enter');
    await expect(alert).toContainText(`Another class is in this room then: ${taken.classname}, `);
    await expect(alert).toContainText(`, ${taken.room}.`);
    await expect(free).toBeFocused();
  }
  const plans = async () => (await callAs<{ plans: object[] }>(page, 'GET', `/class/plans/${id}`)).plans;

  await refuse();
  // It fades while it is worked out once more.
  await expect(sum(page)).toHaveText(/^1 lesson, on/);
  for (const [width, height] of [
    [360, 740],
    [768, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    await expectNoSideways(page);
    await free.scrollIntoViewIfNeeded();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/plan-${width}.png` });
  }
  // By keyboard alone, from where the focus is.
  await page.keyboard.press('Tab');
  await expect(list('Rooms that are free then on all days').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(free).toBeHidden();
  await expect(alert).toBeEmpty();
  await expect(save).toBeFocused();
  const roomid = await page.getByLabel('Room').inputValue();
  expect([taken.roomid, '']).not.toContain(roomid);
  expect(await plans()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved: 1 lesson')).toBeVisible();
  expect(await plans()).toMatchObject([{ roomid, starttime }]);

  await refuse();
  await list('Times at which everyone and the room are free on all days').getByRole('button').first().click();
  await expect(page.getByLabel('Starts at')).not.toHaveValue(starttime);
  const chosen = await page.getByLabel('Starts at').inputValue();
  await save.click();
  await expect(page.getByText('Saved: 1 lesson')).toBeVisible();
  expect(await plans()).toMatchObject([{ roomid: taken.roomid, starttime: chosen }]);
});

test('what was typed of a plan is not lost by a slip', async ({ page }) => {
  const id = await addPlanned(page, 'Solo at dawn', '05:45');
  await signIn(page, clara.email);
  await page.goto(`/instructor/plan/${id}`);
  await expect(sum(page)).toHaveText(/lessons, from/);
  // As it was read nothing is lost.
  await page.getByRole('link', { name: 'My Class' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Classes');
  await goBack(page);
  await page.getByLabel('Starts at').fill('05:50');
  await page.getByRole('link', { name: 'My Class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Starts at')).toHaveValue('05:50');
  await page.getByRole('button', { name: 'Remove time 1' }).click();
  await expect(sum(page)).toHaveText('No lesson falls on these days.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await expect(page.getByText('This class has no lessons yet.')).toBeVisible();
});

test('an admin plans every class; another teacher finds none', async ({ page }) => {
  const id = await addPlanned(page, 'Trio at dawn', '04:45');
  await page.goto('/admin/manageclass?q=Trio%20at%20dawn');
  await page.getByRole('link', { name: /lessons of Trio at dawn$/ }).click();
  await expect(page).toHaveTitle('Cadenza | Lessons');
  await expect(page.getByRole('table', { name: 'Lessons still to come' })).toBeVisible();
  await page.getByRole('link', { name: 'Change the times' }).click();
  await expect(page.getByLabel('Starts at')).toHaveValue('04:45');
  await expectAccessible(page);
  await signIn(page, jonas.email);
  for (const path of ['lessons', 'plan']) {
    await page.goto(`/instructor/${path}/${id}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Lessons|Class times/);
  }
});
