import type { Page } from '@playwright/test';
import type { TimetableWeek } from '#contract/timetable/calls.ts';
import { expect, goBack, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

const PHONE = { width: 360, height: 780 };
const DESK = { width: 1280, height: 900 };

/** A week of the demo that has lessons on every day from Monday to Friday: the one after this one. */
async function readNextWeek(page: Page): Promise<TimetableWeek> {
  const { next } = await (await page.request.get('/api/timetable/week')).json();
  return (await page.request.get(`/api/timetable/week?of=${next}`)).json();
}

const lessonsOf = (page: Page) => page.locator('.week time');

for (const viewport of walkedAt(DESK, PHONE))
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a visitor looks through the weeks, chooses a teacher and goes on to a class', async ({ page }) => {
      const week = await readNextWeek(page);
      await page.goto('/timetable');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Timetable');
      await page.getByRole('link', { name: 'Next week' }).click();
      await expect(page).toHaveURL(`/timetable?of=${week.from}`);
      await expect(lessonsOf(page)).toHaveCount(week.lessons?.length ?? 0);

      const { teacherid, instructorname } = week.lessons?.[0] ?? {};
      const own = week.lessons?.filter((lesson) => lesson.teacherid === teacherid) ?? [];
      await page.getByLabel('Teacher').selectOption({ label: instructorname ?? '' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Timetable · ${instructorname}`);
      await expect(lessonsOf(page)).toHaveCount(own.length);
      await goBack(page);
      await expect(page.getByLabel('Teacher')).toHaveValue('');
      await expect(lessonsOf(page)).toHaveCount(week.lessons?.length ?? 0);

      const [first] = week.lessons ?? [];
      await page
        .getByRole('link', { name: first?.classname ?? '' })
        .first()
        .click();
      await expect(page).toHaveURL(`/classes/${first?.classid}`);
      await expect(page.getByRole('heading', { name: 'When it meets' })).toBeVisible();
    });

    test('no page of the timetable is wider than its screen', async ({ page }) => {
      const { from, lessons } = await readNextWeek(page);
      for (const path of [`/timetable?of=${from}`, `/classes/${lessons?.[0]?.classid}`, '/classes']) {
        await page.goto(path);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, path).toBeLessThanOrEqual(viewport.width);
      }
    });
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a room is chosen, and the weeks are looked through', async ({ page }) => {
    const week = await readNextWeek(page);
    const { roomid, room } = week.lessons?.find((lesson) => lesson.roomid) ?? {};
    await page.goto(`/timetable?of=${week.from}`);
    await page.getByLabel('Room').selectOption({ label: room ?? '' });
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(`/timetable?of=${week.from}&room=${roomid}&teacher=`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Timetable · ${room}`);
    await expect(lessonsOf(page)).toHaveCount(
      week.lessons?.filter((lesson) => lesson.roomid === roomid).length ?? 0,
    );
    await page.getByRole('link', { name: 'This week' }).click();
    await expect(page).toHaveURL(`/timetable?room=${roomid}`);
  });

  test('the classes of a day and a time are found', async ({ page }) => {
    await page.goto('/classes');
    await page.getByLabel('Day', { exact: true }).selectOption('Monday');
    await page.getByLabel('Begins from').selectOption('17:00');
    await page.getByRole('button', { name: 'Search' }).click();
    const cards = page.locator('.class-card');
    await expect(cards.first()).toBeVisible();
    for (const words of await cards.locator('.class-meets').allTextContents())
      expect(words).toMatch(/Mondays\b.* (17|18|19|20|21):/);
  });
});

test('to a screen reader a week is a list of days with their lessons, and the keyboard goes from class to class', async ({
  page,
}) => {
  const { from, lessons } = await readNextWeek(page);
  await page.goto(`/timetable?of=${from}`);
  const monday = page.locator('.week > li').first();
  const [first, second] = lessons?.filter(({ day }) => day === from) ?? [];
  await expect(monday).toMatchAriaSnapshot(`
    - listitem:
      - heading /Monday/ [level=2]
      - list:
        - listitem:
          - paragraph:
            - time
          - paragraph:
            - link "${first?.classname}"
  `);
  await monday.getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  await expect(monday.getByRole('link', { name: second?.classname ?? '' })).toBeFocused();
});

test('a printed week is one sheet, on A4 and on Letter', async ({ page }) => {
  const { from } = await readNextWeek(page);
  await page.goto(`/timetable?of=${from}`);
  for (const format of ['A4', 'Letter']) {
    const file = await page.pdf({ format, preferCSSPageSize: true });
    expect(file.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }
});
