import { PALETTES } from '#contract/school/calls.ts';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { report } from '#tests/support/proof.ts';
import { expect, signIn, test } from './fixtures.ts';
import { pagesOf, roleOf } from './pages.ts';
import { findUnreadable } from './pointer.ts';
import { findWorld } from './world.ts';

const { plum: _, ...others } = PALETTES;
/** As dark and as light as a school may choose them. */
const OWN = { primary: '#767400', accent: '#8a8a8a' };
/** The school's own are the hardest to read; a proof tries every palette. */
const COLOURS = [undefined, ...(process.env.PROOF_FILE ? Object.values(others) : []), OWN];

const ACTORS = { admin: ADMIN, instructor: INSTRUCTORS.clara, student: STUDENT };
/** What a signed-in student finds other controls on than a visitor. */
const OF_STUDENTS = ['/', '/classes', '/timetable'];

for (const role of ['visitor', 'student', 'instructor', 'admin'] as const)
  test(`what the ${role} points at, focuses or presses can be read in every palette`, async ({ page }) => {
    // Some dozens of pages, each in all colours.
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const world = await findWorld(page, role);
    await page.evaluate(() => localStorage.clear());
    if (role !== 'visitor') await signIn(page, ACTORS[role].email);
    const pages = pagesOf(world).filter((path) => (roleOf(path) ?? 'visitor') === role);
    const faults: string[] = [];
    for (const path of [...pages, ...(role === 'student' ? OF_STUDENTS : [])]) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      const found = await findUnreadable(page, COLOURS);
      faults.push(...found.map((one) => `${path}: ${one}`));
    }
    report({
      'pages looked at in every palette': pages.length,
      'things on them that cannot be read': faults.length,
    });
    expect(faults).toEqual([]);
  });
