import type { Page } from '@playwright/test';
import { dayAt } from '#contract/time/wall-time.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import {
  endSchool,
  expect,
  type RunningSchool,
  test as shared,
  signIn,
  signUp,
  startSchool,
} from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/** Each class has its own price here. */
const test = shared.extend<object, { school: RunningSchool }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const school = await startSchool({ ENROLMENT_PRICE: 'class' });
      await use(school);
      await endSchool(school);
    },
    { scope: 'worker' },
  ],
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DAY_MS = 24 * 60 * 60_000;
const dayFromNow = (days: number) => dayAt(Date.now() + days * DAY_MS, DEMO_SCHOOL.timezone);

/**
 * A class of sixty that meets once a week in the small hours, on the weekday of `first`, until `last`, in
 * days from now.
 */
async function addCourse(page: Page, classname: string, { first, last }: { first: number; last: number }) {
  const form = { classname, image: '/art/class-first-piano-960.webp', price: '60', availableseat: 5 };
  const { insertedId: id } = await callAs(page, 'POST', '/addclass', form);
  const weekday = new Date(dayFromNow(first)).getUTCDay() || 7;
  const when = { weekday, starttime: '05:00', minutes: 45, everyweeks: 1 };
  const plan = { ...when, firstday: dayFromNow(first), lastday: dayFromNow(last), roomid: null };
  await callAs(page, 'PUT', `/class/plans/${id}`, { plans: [plan] });
  return id;
}

const signOut = async (page: Page) => {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
};

for (const { width, height, first } of walkedAt(
  { width: 1280, height: 800, first: -20 },
  { width: 360, height: 740, first: -19 },
))
  test(`a parent sees a clash before paying and joins a class under way, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, ADMIN.email);
    // The school is open every day, so that every week has its lesson.
    for (const { _id } of await callAs<{ _id: string }[]>(page, 'GET', '/closures'))
      await callAs(page, 'DELETE', `/closures/${_id}`);
    await signOut(page);
    const [late, known] = [`Oboe of ${width}`, `Choir of ${width}`];
    await signIn(page, INSTRUCTORS.clara.email);
    const lateid = await addCourse(page, late, { first, last: first + 77 });
    await signOut(page);
    await signIn(page, INSTRUCTORS.jonas.email);
    const knownid = await addCourse(page, known, { first: first + 28, last: first + 77 });
    await signOut(page);
    await signIn(page, ADMIN.email);
    for (const id of [lateid, knownid]) await callAs(page, 'PUT', `/class/approved/${id}`);
    await signOut(page);

    const offer = page.getByRole('region', { name: 'Price and places' });
    await page.goto(`/classes/${lateid}`);
    await expect(offer).toContainText('$60');
    await expect(offer).toContainText('9 of 12 lessons left, $45 instead of $60');
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.goto(`/classes/${knownid}`);
    await expect(offer).toContainText('$60');
    await expect(offer).not.toContainText('lessons left');

    const email = `lee-${crypto.randomUUID()}@test.example`;
    await signUp(page, { email, password: 'Family-1!', name: 'Robin Lee' });
    const child = await callAs(page, 'POST', '/learners', { firstname: 'Ada', lastname: 'Lee' });
    const learnerid = child.insertedId;
    // The one class is held for her already.
    await callAs(page, 'POST', '/create-payment-intent', { classid: knownid, learnerid, price: 60 });
    await callAs(page, 'POST', '/select/class/', { classid: lateid, learnerid, email });

    await page.goto('/student/class/selected');
    const row = page.getByRole('row').filter({ hasText: late });
    await expect(row).toContainText(`Same time as ${known}, first on`);
    await expect(row).toContainText('9 of 12 lessons left');
    await expect(row).toContainText('$45');
    await expectAccessible(page);
    await expectNoSideways(page);

    await row.getByRole('link', { name: /^Pay Now/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'two lessons' })).toHaveText(
      `Ada Lee would have two lessons at the same time. ${late} meets at the same time as ${known}.`,
    );
    await page.getByRole('link', { name: 'Continue anyway' }).click();
    const summary = page.getByRole('complementary', { name: 'What you pay' });
    await expect(summary).toContainText('Price of the class$60');
    await expect(summary).toContainText('For the 9 of 12 lessons left, charged now$45');
    const pay = page.getByRole('button', { name: /^Pay / });
    await expect(pay).toContainText('$45');
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry').fill('12 / 34');
    await page.getByLabel('CVC').fill('123');
    await pay.click();
    await page.getByRole('link', { name: 'Receipt' }).click();
    const receipt = page.getByRole('article');
    await expect(receipt).toContainText('Lessons9 of 12 (joined part-way through)');
    await expect(receipt).toContainText('Amount paid$45');
  });
