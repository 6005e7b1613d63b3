import { OTHER_BROWSERS, type OtherPage } from '#tests/support/other-browsers.ts';
import { expect } from './fixtures.ts';
import { addLessonToday, marksOf, test } from './registers.ts';

/*
 * Teachers open the page on the phones that they have, and each browser has its own way with a page's worker and with
 * what it keeps. This is walked in those that the machine has.
 */

/** What the page shows of a lesson, once it is open: what is pressed for each student, and what is saved. */
const shown = (page: OtherPage, classname: string) =>
  page.evaluate((name) => {
    const lesson = [...document.querySelectorAll<HTMLElement>('button[aria-expanded]')].find((button) =>
      button.textContent?.includes(name),
    );
    if (lesson?.ariaExpanded === 'false') lesson.click();
    const pressed = [...document.querySelectorAll<HTMLElement>('[data-learner]')].map((line) => [
      line.querySelector('[dir="auto"]')?.textContent?.split(' ')[0] ?? '',
      line.querySelector<HTMLElement>('[aria-pressed="true"]')?.dataset.state ?? null,
    ]);
    const saving = [...document.querySelectorAll('[role="status"]')].at(-1)?.textContent ?? '';
    return { ...Object.fromEntries(pressed), saving };
  }, classname);

const tap = (page: OtherPage, student: string, state: string) =>
  page.evaluate(
    (name, as) => {
      const lines = [...document.querySelectorAll<HTMLElement>('[data-learner]')];
      const line = lines.find(({ textContent }) => textContent?.includes(name));
      line?.querySelector<HTMLElement>(`[data-state="${as}"]`)?.click();
    },
    student,
    state,
  );

for (const { name, needs, open } of OTHER_BROWSERS)
  test(`a lesson is marked in ${name} while the school is away, the page opened again there, and all of it arrives`, async ({
    page,
    school,
  }) => {
    test.setTimeout(180_000);
    const other = await open();
    const reason = `${name} was left out: it needs ${needs}.`;
    if (!other) console.warn(reason);
    test.skip(!other, reason);
    if (!other) return;
    try {
      const { lessonid, classname } = await addLessonToday(page);
      const shows = (what: Record<string, unknown>) =>
        expect.poll(() => shown(other, classname), { timeout: 60_000 }).toMatchObject(what);
      await other.open(`${school.url}/robots.txt`);
      // Who is signed in there is here, too.
      const kept = await page.evaluate(() => Object.entries({ ...localStorage }));
      await other.evaluate((all) => {
        for (const [key, value] of all) localStorage.setItem(key, value);
      }, kept);
      const today = `${school.url}/instructor/today`;
      await other.open(today);
      await shows({ Ada: null, Ben: null, Cleo: null });
      await other.evaluate(async () => void (await navigator.serviceWorker.ready));
      await tap(other, 'Ada', 'present');
      await shows({ Ada: 'present', saving: 'Saved' });

      await school.stop();
      await tap(other, 'Ben', 'late');
      await shows({ Ben: 'late', saving: '1 waiting for the network' });
      await other.open(today);
      await shows({ Ada: 'present', Ben: 'late', Cleo: null });
      await tap(other, 'Cleo', 'absent');
      await shows({ saving: '2 waiting for the network' });

      await school.again();
      await other.evaluate(() => void dispatchEvent(new Event('online')));
      await shows({ Ada: 'present', Ben: 'late', Cleo: 'absent', saving: 'Saved' });
      expect(await marksOf(page, lessonid)).toEqual({ Ada: 'present', Ben: 'late', Cleo: 'absent' });
    } finally {
      await other.close();
    }
  });
