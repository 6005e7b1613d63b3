import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { dayAt } from '#contract/time/wall-time.ts';
import { openSqlite } from '#server/database/open.ts';
import type { Database, Db } from '#server/database/schema.ts';
import { INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { installHeadlessChromium } from '#tests/support/chromium.ts';
import { addChild } from '#tests/support/people.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';
import type { Bench, Row } from './measure/section.ts';
import { signIn } from './page/sign-in.ts';
import { measureTaps, TAPS } from './page/taps.ts';

/** An orchestra, and a class as most are. */
const SIZES = [300, 10];
const GOAL_MS = 100;
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Gives a teacher a class with so many students, and one lesson of it today. */
async function fill(db: Db, students: number): Promise<void> {
  const teacher = await db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', INSTRUCTORS.samira.email)
    .executeTakeFirstOrThrow();
  const taught = await db
    .selectFrom('classes')
    .select(['_id', 'enrolledstudents'])
    .where('instructorid', '=', teacher._id)
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('lessons').execute();
  const members = await db
    .selectFrom('enrolments')
    .select('learnerid')
    .where('classid', '=', taught._id)
    .execute();
  const more = students - members.length;
  await sql`
    update classes set availableseat = 0, heldseats = 0, enrolledstudents = ${students}, capacity = ${students}
    where _id = ${taught._id}
  `.execute(db);
  for (let at = 0; at < more; at++) {
    const name = { firstname: `Student ${String(at).padStart(3, '0')}`, lastname: 'Ahlgren' };
    const learnerid = await addChild(db, { userid: teacher._id, ...name });
    await takeClass(db, { learnerid, classid: taught._id });
  }
  const day = dayAt(Date.now(), DEMO_SCHOOL.timezone);
  await addLesson(db, { classid: taught._id, day, zone: DEMO_SCHOOL.timezone });
}

async function openToday(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ ...PHONE, baseURL: url });
  await signIn(page, url, INSTRUCTORS.samira.email);
  await page.goto('/instructor/today');
  await page.locator('[data-learner]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

async function measure(browser: Browser, students: number): Promise<{ half: number; most: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  try {
    const first = spawnSchool({ DATA_DIR: dataDir });
    await first.listening;
    await stopSchool(first);
    const records = openSqlite<Database>(dataDir);
    await records.alone((db) => fill(db, students));
    await records.close();
    const school = spawnSchool({ DATA_DIR: dataDir });
    try {
      const page = await openToday(browser, await school.listening);
      const taps = await measureTaps(page);
      await page.close();
      return {
        half: taps[Math.floor(taps.length / 2)] ?? 0,
        most: taps[Math.ceil(taps.length * 0.95) - 1] ?? 0,
      };
    } finally {
      await stopSchool(school);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const bench: Bench = async () => {
  const browser = await chromium.launch({
    executablePath: installHeadlessChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const [orchestra = 0, group = 0] = SIZES;
    const reference = await measure(browser, group);
    const ours = await measure(browser, orchestra);
    const row = (what: string, name: keyof typeof ours, goal?: number): Row => ({
      what: `a tap on a mark: ${what}`,
      ours: `${ours[name]} ms with ${orchestra} students`,
      reference: `${reference[name]} ms with ${group}`,
      goal: goal === undefined ? '–' : `≤ ${goal} ms`,
      isMet: goal === undefined || ours[name] <= goal,
      limitedBy: 'rendering the row that changed, and painting it',
    });
    return {
      title: 'A tap on a register',
      method: `Chromium as a phone, its processor ${CPU_SLOWDOWN} times slowed down: \`/instructor/today\` with one lesson, ${TAPS} taps on the targets of students from the first to the last. From the tap to the next paint, as the browser tells it (Event Timing, in steps of 8 ms), and beside it the same in a class of ${group}.`,
      rows: [row('half of them', 'half'), row('95 of 100', 'most', GOAL_MS)],
    };
  } finally {
    await browser.close();
  }
};
export default bench;
