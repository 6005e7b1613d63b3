import type { Page } from '@playwright/test';
import { CHECKOUT_ITEMS_MAX } from '#contract/payments/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { ADMIN, DEMO_PASSWORD, INSTRUCTORS } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { callAs, expectAccessible, expectNoSideways, registerPerson } from './areas.ts';
import { expect, signIn, signUp } from './fixtures.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

/* What a parent reads before choosing, and what more than one payment takes. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = walkedAt(360, 1280);
const DAY_MS = 24 * 60 * 60_000;
const FIRST = dayAt(Date.now() + 7 * DAY_MS, DEMO_SCHOOL.timezone);
const LAST = dayAt(Date.now() + 21 * DAY_MS, DEMO_SCHOOL.timezone);

async function addClass(page: Page, classname: string): Promise<string> {
  const form = { classname, image: '/art/class-first-piano-960.webp', price: '60', availableseat: 9 };
  return (await callAs(page, 'POST', '/addclass', form)).insertedId;
}

/**
 * A class of this instructor, approved, that meets three times in the small hours, when the school is empty.
 */
async function addMeeting(
  page: Page,
  { instructor, classname, hour }: { instructor: string; classname: string; hour: number },
): Promise<string> {
  await signIn(page, instructor);
  const id = await addClass(page, classname);
  const weekday = new Date(FIRST).getUTCDay() || 7;
  const when = { weekday, starttime: `0${hour}:00`, minutes: 45, everyweeks: 1, roomid: null };
  await callAs(page, 'PUT', `/class/plans/${id}`, { plans: [{ ...when, firstday: FIRST, lastday: LAST }] });
  await approve(page, [id]);
  return id;
}

async function approve(page: Page, ids: readonly string[]) {
  await signIn(page, ADMIN.email);
  for (const id of ids) await callAs(page, 'PUT', `/class/approved/${id}`);
  await page.evaluate(() => localStorage.clear());
}

/** The school is open every day, so that every week has its lesson. */
async function openEveryDay(page: Page) {
  await signIn(page, ADMIN.email);
  for (const { _id } of await callAs<{ _id: string }[]>(page, 'GET', '/closures'))
    await callAs(page, 'DELETE', `/closures/${_id}`);
}

const addChild = async (page: Page, firstname: string) =>
  (await callAs(page, 'POST', '/learners', { firstname, lastname: 'Lee', born: '2016-03-04' })).insertedId;

for (const { width, hour } of walkedAt({ width: 360, hour: 4 }, { width: 1280, hour: 5 }))
  test(`at ${width} px a clash is said before a class is selected: for which child, with which class, when`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await openEveryDay(page);
    const [wanted, known] = [`Oboe of ${width}`, `Choir of ${width}`];
    const wantedid = await addMeeting(page, { instructor: INSTRUCTORS.clara.email, classname: wanted, hour });
    const knownid = await addMeeting(page, { instructor: INSTRUCTORS.jonas.email, classname: known, hour });
    const email = `lee-${crypto.randomUUID()}@test.example`;
    await signUp(page, { email, password: DEMO_PASSWORD, name: 'Robin Lee' });
    const ada = await addChild(page, 'Ada');
    await addChild(page, 'Bo');
    await callAs(page, 'POST', '/create-payment-intent', { classid: knownid, learnerid: ada, price: 60 });

    await page.goto(`/classes/${wantedid}`);
    await page
      .getByRole('button', { name: /^Select/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Who is it for?' });
    const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
    const clash = new RegExp(
      `Has ${known} at the same time: ${weekday.format(new Date(FIRST))}.*0?${hour}:00.0?${hour}:45.*, and 2 more lessons`,
    );
    const choice = (name: string) => dialog.getByRole('checkbox', { name });
    const line = (name: string) =>
      dialog.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name }) });
    await expect(line('Ada Lee')).toContainText(clash);
    await expect(line('Bo Lee')).not.toContainText('at the same time');
    const isOn = async (name: string) => (await choice(name).getAttribute('aria-checked')) === 'true';
    for (const name of ['Robin Lee', 'Ada Lee', 'Bo Lee']) if (await isOn(name)) await choice(name).click();
    await choice('Bo Lee').click();
    await expect(dialog.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
    await choice('Ada Lee').click();
    await expectAccessible(page);
    await expectNoSideways(page);
    // Nothing is selected before that was read, and no message says it once more.
    expect(await callAs(page, 'GET', `/standings/${email}`)).not.toContainEqual(
      expect.objectContaining({ classid: wantedid }),
    );
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Select anyway' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('[data-toast]')).toHaveText(`${wanted} is selected for Ada and Bo`);
  });

for (const { width, atOnce } of walkedAt({ width: 360, atOnce: 1 }, { width: 1280, atOnce: 2 }))
  test(`at ${width} px messages do not lie over what is asked: ${atOnce} at a time, and none while a dialog is open`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const names = [1, 2, 3].map((at) => `Viola ${at} of ${width}`);
    await signIn(page, INSTRUCTORS.clara.email);
    const ids: string[] = [];
    for (const name of names) ids.push(await addClass(page, name));
    await approve(page, ids);
    await registerPerson(page, 'Robin Lee');
    await addChild(page, 'Ada');
    await page.clock.install();
    await page.goto(`/classes?q=${encodeURIComponent(`of ${width}`)}`);
    const dialog = page.getByRole('dialog', { name: 'Who is it for?' });
    const select = async () => {
      await dialog.getByRole('checkbox', { name: 'Ada Lee' }).click();
      await dialog.getByRole('button', { name: 'Select', exact: true }).click();
    };
    const ask = (name: string) => page.getByRole('button', { name: `Select ${name}` }).click();
    const [first, second, third] = names as [string, string, string];
    const shown = page.locator('[data-toast]').filter({ visible: true });
    const stopClock = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

    await ask(first);
    await select();
    await expect(shown).toContainText(first);
    await stopClock();
    await ask(second);
    await expect(dialog).toBeVisible();
    await expect(shown).toHaveCount(0);
    await select();
    await expect(dialog).toBeHidden();
    await expect(shown.last()).toContainText(second);
    await expect(shown).toHaveCount(atOnce);

    await ask(third);
    await expect(dialog).toBeVisible();
    await expect(shown).toHaveCount(0);
    await page.clock.runFor(60_000);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(shown).toHaveCount(atOnce);
    await page.clock.runFor(6000);
    await expect(page.locator('[data-toast]')).toHaveCount(0);
  });

test.describe('a basket of more places than one payment takes', () => {
  const NAMES = Array.from({ length: 14 }, (_, at) => `Basket ${String(at + 1).padStart(2, '0')}`);
  const ALL = 2 * NAMES.length;

  for (const width of WIDTHS)
    test(`at ${width} px is chosen from as a whole, and paid in two payments`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await signIn(page, INSTRUCTORS.clara.email);
      const ids: string[] = [];
      for (const name of NAMES) ids.push(await addClass(page, `${name}, ${width}`));
      await approve(page, ids);
      const email = await registerPerson(page, 'Robin Lee');
      const children = [await addChild(page, 'Ada'), await addChild(page, 'Bo')];
      for (const classid of ids)
        await callAs(page, 'POST', '/select/together', { classid, learnerids: children });

      await page.goto('/student/class/selected');
      const basket = page.getByRole('region', { name: 'Pay together' });
      const boxes = basket.getByRole('checkbox');
      const pay = basket.getByRole('link', { name: /^Pay for/ });
      await expect(boxes).toHaveCount(ALL);
      await expect(basket.getByRole('checkbox', { checked: true })).toHaveCount(CHECKOUT_ITEMS_MAX);
      await expect(basket).toContainText('20 at a time: pay for these, then come back for the others.');
      await expect(pay).toHaveText(`Pay for 20 of ${ALL}`);
      await expectNoSideways(page);
      await expectAccessible(page);

      // Every row can be chosen, the last as well.
      await basket.getByRole('button', { name: 'Untick all' }).click();
      await expect(basket.getByRole('checkbox', { checked: true })).toHaveCount(0);
      await expect(pay).toHaveCount(0);
      for (const box of await boxes.all()) {
        await box.check();
        await box.uncheck();
      }
      for (const box of (await boxes.all()).slice(-CHECKOUT_ITEMS_MAX)) await box.check();
      await expect(boxes.first()).toBeDisabled();
      await expect(basket).toContainText(`20 of ${ALL} ticked`);
      await pay.click();
      await payByCard(page, 'All 20 places are yours.');

      await page.goto('/student/class/selected');
      await expect(boxes).toHaveCount(ALL - CHECKOUT_ITEMS_MAX);
      await expect(basket).not.toContainText('at a time');
      await basket.getByRole('button', { name: 'Untick all' }).click();
      await basket.getByRole('button', { name: 'Tick all', exact: true }).click();
      await expect(pay).toHaveText(`Pay for all ${ALL - CHECKOUT_ITEMS_MAX}`);
      await pay.click();
      await payByCard(page, `All ${ALL - CHECKOUT_ITEMS_MAX} places are yours.`);
      expect(await callAs(page, 'GET', `/enrolledclasses/${email}`)).toHaveLength(ALL);
    });
});

async function payByCard(page: Page, done: string) {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(done)).toBeVisible({ timeout: 30_000 });
}
