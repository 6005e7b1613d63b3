import type { Closure } from '#contract/closures/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
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
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const today = () => dayAt(Date.now(), DEMO_SCHOOL.timezone);

/**
 * How wide the screen is, and how many days after the present term the next one begins that it is copied
 * into.
 */
for (const { width, gap } of walkedAt({ width: 360, gap: 30 }, { width: 1280, gap: 300 }))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('an admin closes days, sees before what that cancels, and opens them again', async ({ page }) => {
      await signIn(page, ADMIN.email);
      await page.goto('/admin/terms');
      const [from, to] = [daysAfter(today(), 1), daysAfter(today(), 7)];
      const held = async () => {
        const lessons = await callAs<TimetableLesson[]>(page, 'GET', `/timetable?from=${from}&to=${to}`);
        return lessons.filter(({ state }) => state !== 'cancelled').length;
      };
      const before = await held();
      await page.getByRole('button', { name: 'Add closing days' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add closing days' });
      await dialog.getByLabel('Name').fill('Burst pipe');
      await dialog.getByLabel('First day').fill(to);
      await dialog.getByLabel('Last day').fill(from);
      await dialog.getByRole('button', { name: 'See what it changes' }).click();
      await expect(dialog.getByText('The last day is before the first.')).toBeVisible();
      await dialog.getByLabel('First day').fill(from);
      await dialog.getByLabel('Last day').fill(to);
      await dialog.getByRole('button', { name: 'See what it changes' }).click();
      const outcome = dialog.getByRole('region', { name: 'What it changes' });
      await expect(outcome).toContainText(/\d+ lessons? (is|are) cancelled/);
      expect(await held()).toBe(before);
      await expectAccessible(page);
      await expectNoSideways(page);
      await dialog.getByRole('button', { name: 'Save and email everyone affected' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('table', { name: 'Closing days' })).toContainText('Burst pipe');
      expect(await held()).toBe(0);
      await expectNoSideways(page);

      await page.getByRole('button', { name: 'Remove Burst pipe' }).click();
      const asking = page.getByRole('dialog', { name: 'Remove Burst pipe?' });
      await expect(asking).toContainText('after all');
      await asking.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Closing days removed. Everyone affected gets an email.')).toBeVisible();
      expect(await held()).toBe(before);
      const closures = await callAs<Closure[]>(page, 'GET', '/closures');
      expect(closures.map(({ name }) => name)).not.toContain('Burst pipe');
    });

    test('an admin copies the term, and sees before what of it is', async ({ page }) => {
      await signIn(page, ADMIN.email);
      const terms = await callAs<Term[]>(page, 'GET', '/terms');
      const present = terms.find(({ firstday, lastday }) => firstday <= today() && today() <= lastday);
      if (!present) throw new Error('The demo has a term in progress.');
      const firstday = daysAfter(terms.at(-1)?.lastday ?? '', gap);
      await page.goto('/admin/terms');
      await page.getByRole('button', { name: `Copy ${present.name}` }).click();
      const dialog = page.getByRole('dialog', { name: `Copy ${present.name}` });
      await dialog.getByLabel('Name of the next term').fill(`Summer school ${width}`);
      await dialog.getByLabel('First day').fill(firstday);
      await dialog.getByLabel('Last day').fill(daysAfter(firstday, 70));
      await dialog.getByLabel('Reserved for current families until (inclusive)').fill(daysAfter(today(), 14));
      await dialog.getByRole('button', { name: 'See what is copied' }).click();
      const outcome = dialog.getByRole('region', { name: 'What is copied' });
      await expect(outcome).toContainText(/\d+ class(es are| is) copied, with \d+ lessons/);
      await expectAccessible(page);
      await expectNoSideways(page);
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(page.getByText(/class(es)? copied\./)).toBeVisible();
      await expect(page.getByRole('table', { name: 'Terms' })).toContainText(`Summer school ${width}`);
      await page.goto('/classes');
      await expect(page.getByText('Reserved for last term’s learners.').first()).toBeVisible();
      await expectNoSideways(page);
    });

    test('an admin adds a room, prints its door sign, and cannot delete one that is in use', async ({
      page,
    }) => {
      await signIn(page, ADMIN.email);
      await page.goto('/admin/rooms');
      await page.getByRole('button', { name: 'Add a room' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a room' });
      await dialog.getByLabel('Name').fill(`Attic ${width}`);
      await dialog.getByRole('button', { name: 'Add the room' }).click();
      await expect(dialog.getByText('Enter a whole number from 1 to 1000.')).toBeVisible();
      await dialog.getByLabel('Places').fill('6');
      await dialog.getByRole('button', { name: 'Add the room' }).click();
      await expect(dialog).toHaveCount(0);
      await expectAccessible(page);
      await expectNoSideways(page);

      const lessons = await callAs<TimetableLesson[]>(
        page,
        'GET',
        `/timetable?from=${today()}&to=${daysAfter(today(), 13)}`,
      );
      const inUse = lessons.find(({ room, startsat }) => room && Date.parse(startsat) > Date.now());
      await page.getByRole('button', { name: `Delete ${inUse?.room}`, exact: true }).click();
      const used = page.getByRole('dialog', { name: `${inUse?.room} is in use` });
      await expect(used).toContainText(inUse?.classname ?? '');
      await used.getByRole('button', { name: 'Close', exact: true }).last().click();

      await page.getByRole('link', { name: `Door sign of ${inUse?.room}`, exact: true }).click();
      await page.waitForURL(/\/admin\/rooms\/./);
      await page.goto(`${page.url()}?week=${inUse?.day}`);
      await expect(page.getByRole('article')).toContainText(inUse?.classname ?? '');
      await expectAccessible(page);
      await expectNoSideways(page);
      const sheet = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect(sheet.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

      await page.goto('/admin/rooms');
      await page.getByRole('button', { name: `Delete Attic ${width}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('Room deleted')).toBeVisible();
    });
  });
