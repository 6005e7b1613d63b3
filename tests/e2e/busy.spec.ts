import type { Page } from '@playwright/test';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { calendarOf, eventOf } from '#server/features/busy/calendar.test-support.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, testAt } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/* A teacher gives the school their own calendar, and it is known when a lesson is planned into it. */

/** A school that may read a calendar on this machine. */
const test = testAt({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { clara } = INSTRUCTORS;

/** The week after the demo's break, whose classes leave the mornings of Tuesday free. */
const MONDAY = addDays(mondayOf(dayAt(Date.now(), DEMO_SCHOOL.timezone)), 21);
const TUESDAY = addDays(MONDAY, 1);

/** At the dentist's from a full hour to the next, by the school's clocks. */
const dentistAt = (hour: string) =>
  eventOf(`DTSTART:${TUESDAY.replaceAll('-', '')}T${hour}0000`, 'DURATION:PT1H', 'SUMMARY:Dentist');

const panelOf = (page: Page) => page.getByRole('region', { name: 'When you are busy' });

// No two lessons of a teacher are at the same time.
for (const { width, hour, after } of walkedAt(
  { width: 1280, hour: '08', after: '09' },
  { width: 768, hour: '10', after: '11' },
  { width: 360, hour: '12', after: '13' },
))
  test(`at ${width} pixels a teacher gives a calendar, and is warned of lessons then, as the office is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const server = await openReceiver();
    server.respond = (response) => void response.writeHead(200).end(calendarOf(dentistAt(hour)));
    const url = `${new URL(server.url).origin}/private-token/basic.ics`;

    await signIn(page, clara.email);
    await page.goto('/account');
    const panel = panelOf(page);
    const dialog = page.getByRole('dialog', { name: 'Your own calendar' });
    await panel.getByRole('button', { name: 'Give your calendar' }).click();
    await dialog.getByRole('button', { name: 'Read this calendar' }).click();
    await expect(dialog).toContainText('Enter the address of a calendar, such as');
    await dialog.getByLabel('Address of your calendar').fill('https://10.0.0.1/basic.ics');
    await dialog.getByRole('button', { name: 'Read this calendar' }).click();
    await expect(dialog).toContainText('The school reads calendars at public https addresses only');
    await dialog.getByLabel('Address of your calendar').fill(url);
    await expectAccessible(page);
    await expectNoSideways(page);
    await dialog.getByRole('button', { name: 'Read this calendar' }).click();
    await expect(page.getByText('The school reads your calendar')).toBeVisible();
    await expect(panel).toContainText('Read from 127.0.0.1');
    await expect(page.locator('body')).not.toContainText('private-token');
    await expectAccessible(page);
    await expectNoSideways(page);

    await page.goto(`/instructor/week?from=${MONDAY}`);
    const week = page.getByRole('region', { name: 'Lessons of the week' });
    await expect(week).toContainText('Busy');
    await expect(week).not.toContainText('Dentist');
    await expectAccessible(page);
    await expectNoSideways(page);

    const classname = `Early birds at ${width}`;
    const form = { classname, image: '/art/class-first-piano-960.webp', price: '45', availableseat: 7 };
    const { insertedId: classid } = await callAs(page, 'POST', '/addclass', form);
    await page.goto('/instructor/myclass');
    await page.getByRole('link', { name: `Set the times: ${classname}` }).click();
    await page.getByLabel('Weekday').selectOption('2');
    await page.getByLabel('Starts at').fill(`${hour}:30`);
    await page.getByLabel('Minutes').fill('30');
    await page.getByLabel('First day').fill(TUESDAY);
    await page.getByLabel('Last day').fill(TUESDAY);
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('The teacher is busy then by their own calendar');
    await preview.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await expectNoSideways(page);
    await preview.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/instructor\/lessons\//);

    await signIn(page, ADMIN.email);
    await callAs(page, 'PUT', `/class/approved/${classid}`);
    const [lesson] = await callAs<ClassLesson[]>(page, 'GET', `/class/${classid}/lessons`);
    expect(lesson?.day).toBe(TUESDAY);
    await page.goto(`/admin/week?from=${MONDAY}&on=2`);
    await expect(page.getByText('Busy by own calendar').first()).toBeVisible();
    const busy = page.getByRole('region', { name: 'Teachers who are busy by their own calendars' });
    await expect(busy).toContainText(clara.name);
    await expect(page.locator('body')).not.toContainText('Dentist');
    await expectAccessible(page);
    await expectNoSideways(page);

    await page.goto(`/admin/lessons/${classid}`);
    await page.getByRole('button', { name: /^Change the lesson on/ }).click();
    const moving = page.getByRole('dialog');
    const warning = moving.getByText('The teacher is busy then by their own calendar:');
    await expect(warning).toBeVisible();
    await moving.getByLabel('Starts at').fill(`${after}:00`);
    await expect(warning).toBeHidden();
    await moving.getByLabel('Starts at').fill(`${hour}:45`);
    await expect(warning).toBeVisible();
    await moving.getByRole('button', { name: 'Save' }).click();
    await expect(moving).toBeHidden();

    await signIn(page, clara.email);
    await page.goto('/account');
    server.respond = (response) => void response.writeHead(404).end();
    await panel.getByRole('button', { name: 'Give another address' }).click();
    await dialog.getByLabel('Address of your calendar').fill(`${url}?other`);
    await dialog.getByRole('button', { name: 'Read this calendar' }).click();
    await expect(panel.getByRole('alert')).toContainText('It does not give the calendar out: answer 404.');
    await expectAccessible(page);
    await expectNoSideways(page);
    await panel.getByRole('button', { name: 'Stop reading it' }).click();
    await page
      .getByRole('dialog', { name: 'Stop reading your calendar?' })
      .getByRole('button', { name: 'Stop reading it' })
      .click();
    await expect(page.getByText('The school no longer reads your calendar')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Give your calendar' })).toBeFocused();
    await page.goto(`/instructor/week?from=${MONDAY}`);
    await expect(page.getByText('Busy', { exact: true })).toHaveCount(0);
    await server.close();
  });
