import type { Page } from '@playwright/test';
import type { Register } from '#contract/registers/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { callAs } from './areas.ts';
import { endSchool, expect, type RunningSchool, test as shared, signIn, startSchool } from './fixtures.ts';

/* What journeys of registers begin with: a lesson today, and a school that is away for a while. */

/** A school that can be stopped and started again at the same address. */
export type Restarted = RunningSchool & { again(env?: Record<string, string>, root?: string): Promise<void> };

export const test = shared.extend<object, { school: Restarted }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const first = await startSchool();
      const { url, dataDir } = first;
      let later: SchoolProcess | undefined;
      const stop = async () => {
        await (later ? stopSchool(later) : first.stop());
      };
      const again = async (env: Record<string, string> = {}, root?: string) => {
        later = spawnSchool({ DATA_DIR: dataDir, PORT: new URL(url).port, ...env }, root);
        await later.listening;
      };
      const school = { url, dataDir, stop, again };
      await use(school);
      await endSchool(school);
    },
    { scope: 'worker' },
  ],
});

export const TEACHER = INSTRUCTORS.samira.email;
const CHILDREN = ['Ada', 'Ben', 'Cleo'];
let classes = 0;

/**
 * The school is moved to where it is late in the morning now: a lesson late on this day is hours away, whenever
 * this is walked.
 */
function zoneAtNoon(): string {
  const ahead = 11 - new Date().getUTCHours();
  // By its sign, which is the other way round, `Etc/GMT-2` is two hours ahead.
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
const ZONE = zoneAtNoon();

async function moveSchool(page: Page) {
  const { timezone, version } = await callAs<{ timezone?: string; version: number }>(page, 'GET', '/school');
  if (timezone !== ZONE) await callAs(page, 'PUT', '/school', { timezone: ZONE, version });
}

export const group = (page: Page, name: string) => page.getByRole('group', { name: `${name} Register` });
export const target = (page: Page, name: string, state: string) =>
  group(page, name).getByRole('button', { name: state });
export const saving = (page: Page) => page.getByRole('status').last();

/** Gives the teacher a class with a lesson late today, and children in it; the teacher is signed in after. */
export async function addLessonToday(
  page: Page,
  children: readonly string[] = CHILDREN,
): Promise<{ lessonid: string; classname: string; learners: string[] }> {
  const classname = `Register ${++classes}`;
  await signIn(page, TEACHER);
  const form = {
    classname,
    image: '/art/class-first-piano-960.webp',
    price: '60',
    availableseat: Math.max(9, children.length),
  };
  const { insertedId: classid } = await callAs(page, 'POST', '/addclass', form);
  await signIn(page, ADMIN.email);
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  await moveSchool(page);
  const day = dayAt(Date.now(), ZONE);
  // One after the other, from eight in the evening on.
  const minutes = 20 * 60 + classes * 5;
  const starttime = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const when = { weekday: new Date(day).getUTCDay() || 7, starttime, minutes: 5, everyweeks: 1 };
  const plan = { ...when, firstday: day, lastday: day, roomid: null };
  await callAs(page, 'PUT', `/class/plans/${classid}`, { plans: [plan] });
  const { insertedId: userid } = await callAs(page, 'POST', '/families', {
    name: `Register ${classes}`,
    learners: children.map((firstname) => ({ firstname, lastname: 'Register' })),
  });
  const family = await callAs<{ learners: { _id: string; firstname: string }[] }>(
    page,
    'GET',
    `/families/${userid}`,
  );
  const learners = children.map(
    (firstname) => family.learners.find((learner) => learner.firstname === firstname)?._id ?? '',
  );
  for (const learnerid of learners)
    await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'free' });
  const [lesson] = await callAs<{ _id: string }[]>(page, 'GET', `/class/${classid}/lessons`);
  await signIn(page, TEACHER);
  return { lessonid: lesson?._id ?? '', classname, learners };
}

export const registerOf = (page: Page, lessonid: string) =>
  callAs<Register>(page, 'GET', `/lessons/${lessonid}/register`);

/** By first names. */
export async function marksOf(page: Page, lessonid: string): Promise<Record<string, string | null>> {
  const { rows } = await registerOf(page, lessonid);
  return Object.fromEntries(rows.map(({ learnername, state }) => [learnername.split(' ')[0], state]));
}

/** Opens the page of registers, with the lesson of a class open. */
export async function openToday(page: Page, classname: string) {
  await page.goto('/instructor/today');
  const lesson = page.getByRole('button', { name: classname });
  await expect(lesson).toBeVisible();
  if ((await lesson.getAttribute('aria-expanded')) === 'false') await lesson.click();
  await expect(group(page, 'Ada')).toBeVisible();
}

export const workerReady = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
