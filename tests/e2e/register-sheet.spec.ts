import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Register } from '#contract/registers/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';
import { OTHERS, speakAll } from './in-languages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TEACHER = INSTRUCTORS.samira.email;
/** What A4 has between its margins, in pixels of paper: upright, and lying on its side. */
const PAPER = { upright: (186 / 25.4) * 96, wide: (277 / 25.4) * 96 };
const LONG_NAME = 'Maximiliane-Theodora von Hohenstein-Waldburg';

type Class = { _id: string; classname: string; status: string; enrolledstudents: number };

/** The class of the teacher with the most lessons in a term, and a child in it with a long name. */
async function findClass(page: Page) {
  await signIn(page, ADMIN.email);
  const terms = await callAs<Term[]>(page, 'GET', '/terms');
  const classes = await callAs<Class[]>(page, 'GET', `/classes/find/${TEACHER}`);
  const found: { item: Class; term: Term; lessons: ClassLesson[] }[] = [];
  for (const item of classes.filter(({ status }) => status === 'approved')) {
    const all = await callAs<ClassLesson[]>(page, 'GET', `/class/${item._id}/lessons`);
    for (const term of terms) {
      const inTerm = all.filter(({ day }) => term.firstday <= day && day <= term.lastday);
      const lessons = inTerm.filter(({ state }) => state !== 'cancelled');
      if (lessons.some(({ begun }) => begun)) found.push({ item, term, lessons });
    }
  }
  const [most] = found.toSorted((one, other) => other.lessons.length - one.lessons.length);
  if (!most) throw new Error('The demo’s teacher has no class with lessons.');
  const { insertedId: userid } = await callAs(page, 'POST', '/families', {
    name: 'Hohenstein',
    learners: [{ firstname: LONG_NAME.split(' ')[0], lastname: LONG_NAME.split(' ').slice(1).join(' ') }],
  });
  const { learners } = await callAs<{ learners: { _id: string; firstname: string }[] }>(
    page,
    'GET',
    `/families/${userid}`,
  );
  const learnerid = learners.find(({ firstname }) => LONG_NAME.startsWith(firstname))?._id;
  await callAs(page, 'POST', '/enrolments', { classid: most.item._id, learnerid, pay: 'free' });
  return most;
}

/** Marks all of the lesson that was last, but one late and one absent. */
async function markLast(page: Page, lessons: readonly ClassLesson[]): Promise<Register['rows']> {
  const last = lessons.filter(({ begun }) => begun).at(-1);
  const { rows } = await callAs<Register>(page, 'GET', `/lessons/${last?._id}/register`);
  const markedat = new Date().toISOString();
  const states = ['late', 'absent'];
  const marks = rows.map(({ learnerid }, at) => ({ learnerid, state: states[at] ?? 'present', markedat }));
  await callAs(page, 'PUT', `/lessons/${last?._id}/register`, { marks });
  return rows;
}

test('a term of a class fits on A4, with a row for each student and a column for each lesson, and is reached by keys', async ({
  page,
}) => {
  const { item, term, lessons } = await findClass(page);
  const marked = await markLast(page, lessons);
  await speakAll(page);
  await signIn(page, TEACHER);
  const address = `/instructor/class/${item._id}/sheet?term=${term._id}`;
  for (const prefix of ['', ...OTHERS.map((code) => `/${code}`)]) {
    await page.goto(`${prefix}${address}`);
    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveCount(lessons.length + 1);
    await expect(table.getByRole('rowheader', { name: LONG_NAME })).toBeVisible();
    await expectAccessible(page);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(() => expectNoSideways(page)).toPass();
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/sheet${prefix.replace('/', '-')}-${width}.png`,
          fullPage: true,
        });
    }
    const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' });
    if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/sheet${prefix.replace('/', '-')}.pdf`, pdf);
    await page.emulateMedia({ media: 'print' });
    const paper = lessons.length > 10 ? PAPER.wide : PAPER.upright;
    await page.setViewportSize({ width: Math.floor(paper), height: 700 });
    const cells = await table.locator('thead th').evaluateAll((all) =>
      all.map((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return { left, right, needs: cell.scrollWidth - cell.clientWidth };
      }),
    );
    // None is beyond the paper, and none is cut.
    for (const { left, right, needs } of cells) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(paper);
      expect(needs).toBeLessThanOrEqual(1);
    }
    await page.emulateMedia({ media: null });
  }

  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(address);
  // The student who is first in the list is late, as its column says in words, too.
  const row = page.getByRole('row').filter({ hasText: marked[0]?.learnername ?? '' });
  await expect(row.getByRole('cell', { name: 'Late' })).toHaveCount(1);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  // What is wider than the screen is reached, and moved, by keys.
  await page.keyboard.press('Tab');
  const sheet = page.getByRole('region', { name: 'Register sheet' });
  await expect(sheet).toBeFocused();
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => sheet.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
});
