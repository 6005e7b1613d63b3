import type { Page } from '@playwright/test';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

const PARENT = 'ines@cadenza.example';
const TEACHER = INSTRUCTORS.clara.email;

const weekOn = (page: Page) => page.getByRole('region', { name: 'Lessons of the week' });
const lessonsOn = (page: Page) => weekOn(page).locator('ul > li');

/** The Monday of the week that it is at the school. */
async function mondayOn(page: Page): Promise<string> {
  const { timezone } = await callAs<{ timezone?: string }>(page, 'GET', '/school');
  return mondayOf(dayAt(Date.now(), timezone ?? 'UTC'));
}

/**
 * Goes to the page of a week that has lessons, this one or, if the school is closed in it, the next; gives
 * them.
 */
async function goToWeek(page: Page, path: string): Promise<WeekLesson[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My week');
  const monday = await mondayOn(page);
  for (const at of [0, 1, 2]) {
    const from = addDays(monday, at * 7);
    const lessons = await callAs<WeekLesson[]>(page, 'GET', `/week?from=${from}`);
    if (lessons.some(({ state }) => state !== 'cancelled')) return lessons;
    await page.getByRole('link', { name: 'Next week' }).click();
  }
  throw new Error('There is no lesson in three weeks.');
}

for (const width of walkedAt(360, 1280))
  test(`a parent reads the week of the family, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, PARENT);
    const lessons = await goToWeek(page, '/student/week');
    await expect(lessonsOn(page)).toHaveCount(lessons.length);
    for (const { _id, ...lesson } of lessons) {
      const shown = lessonsOn(page).filter({ has: page.getByRole('link', { name: lesson.classname }) });
      for (const { learnername } of lesson.learners) await expect(shown.first()).toContainText(learnername);
    }
    // Each of the family has a colour of their own.
    const tones = await lessonsOn(page).evaluateAll((all) =>
      all.map(
        (one) => `${one.textContent?.includes('Zofia')} ${getComputedStyle(one).borderInlineStartColor}`,
      ),
    );
    const zofias = new Set(tones.filter((tone) => tone.startsWith('true')));
    expect(zofias.size).toBeLessThanOrEqual(1);
    expect(tones.some((tone) => tone.startsWith('false') && zofias.has(tone.replace('false', 'true')))).toBe(
      false,
    );
    await expectNoSideways(page);
    await expectAccessible(page);
    await lessonsOn(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/classes\//);
    await goBack(page);
    await expect(lessonsOn(page)).toHaveCount(lessons.length);
  });

test('to a screen reader the week is days with their lessons, and arrow keys go between these', async ({
  page,
}) => {
  await signIn(page, PARENT);
  const lessons = await goToWeek(page, '/student/week');
  // A lesson with notes has a link to these, too.
  const links = weekOn(page).locator('a[href^="/classes/"]');
  await expect(links).toHaveCount(lessons.length);
  const days = weekOn(page).getByRole('heading', { level: 2 });
  expect(await days.count()).toBeGreaterThanOrEqual(5);
  for (const day of await weekOn(page).locator('ol > li').all()) {
    const name = await day.getByRole('heading').textContent();
    await expect(weekOn(page).getByRole('listitem', { name: name ?? '', exact: true })).toHaveCount(1);
  }
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.closest('[data-from]')?.parentElement?.closest('li')?.textContent,
    );
  await links.first().focus();
  const first = await focused();
  await page.keyboard.press('ArrowRight');
  if (new Set(lessons.map(({ day }) => day)).size > 1) expect(await focused()).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe(first);
});

test('a printed week fits one sheet, of whichever size', async ({ page }) => {
  for (const [email, path] of [
    [PARENT, '/student/week'],
    [TEACHER, '/instructor/week'],
    [ADMIN.email, '/admin/week?on=1'],
    [ADMIN.email, '/admin/week?on=3'],
  ] as const) {
    await signIn(page, email);
    if (email === ADMIN.email) await page.goto(path);
    else await goToWeek(page, path);
    await expect(page.locator('.time-grid')).toBeVisible();
    for (const options of [
      { preferCSSPageSize: true },
      { format: 'A4' },
      { format: 'Letter', landscape: true },
    ]) {
      const pdf = (await page.pdf(options)).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g), `${path} ${JSON.stringify(options)}`).toHaveLength(1);
    }
  }
});

for (const width of walkedAt(360, 1280))
  test(`an admin reads a day of all rooms, and the week of one, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, ADMIN.email);
    await page.goto('/admin/week');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week by room');
    const rooms = await callAs<{ _id: string; name: string }[]>(page, 'GET', '/rooms');
    const columns = page.locator('.time-grid').getByRole('heading', { level: 2 });
    await expect
      .poll(() => columns.allTextContents())
      .toEqual(expect.arrayContaining(rooms.map(({ name }) => name)));
    await page.getByRole('navigation', { name: 'Days' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/on=1/);
    await expectNoSideways(page);
    await expectAccessible(page);
    const [room = { _id: '', name: '' }] = rooms;
    await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: room.name }).click();
    await expect(weekOn(page)).toBeVisible();
    const from = new URL(page.url()).searchParams.get('from') ?? (await mondayOn(page));
    const week = await callAs<WeekLesson[]>(page, 'GET', `/week?school=1&from=${from}&room=${room._id}`);
    await expect(lessonsOn(page)).toHaveCount(week.length);
    await expectNoSideways(page);
    await goBack(page);
    await expect(page.getByRole('navigation', { name: 'Days' })).toBeVisible();
  });

test('an admin scrolls the rooms by keyboard on a day without lessons', async ({ page }) => {
  await signIn(page, ADMIN.email);
  // Before the school had a lesson.
  await page.goto(`/admin/week?from=${addDays(await mondayOn(page), -280)}&on=7`);
  const rooms = page.getByRole('list', { name: 'Sunday' });
  await expect(rooms).toBeVisible();
  await expect(rooms.getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
  await rooms.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => rooms.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
});

for (const width of walkedAt(360, 1280))
  test(`a teacher sees today first, then the week, and who comes, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, TEACHER);
    await page.goto('/instructor');
    await expect(page.getByRole('heading', { level: 2, name: /^(Today, |Next lesson)/ })).toBeVisible();
    await page.getByRole('link', { name: 'My week' }).last().click();
    await expect(page).toHaveURL('/instructor/week');
    await goToWeek(page, '/instructor/week');
    await expectNoSideways(page);
    await expectAccessible(page);
    await lessonsOn(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/(instructor\/lessons|classes)\//);
  });
