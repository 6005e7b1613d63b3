import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { Learner } from '#contract/learners/calls.ts';
import { addDays, mondayOf, weekdayOf } from '#contract/time/days.ts';
import type { Trial } from '#contract/trials/calls.ts';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, goBack, type RunningSchool, signIn, signUp } from './fixtures.ts';
import { askToProveAddress, mailedText } from './mailed-link.ts';
import { onOwnSchool } from './own-school.ts';

// What a trial lesson costs is taken off here, which other journeys do not expect.
const test = onOwnSchool();
// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [360, 768, 1280];
const HOUR_MS = 60 * 60_000;
/** When the first lesson is. */
const day = addDays(new Date().toISOString().slice(0, 10), 5);

/** The page as it stands shuts nobody out, and fits every screen. */
async function expectGood(page: Page, name: string) {
  await expectAccessible(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/trials-${name}-${width}.png`, fullPage: true });
  }
}

/** Leaves the page as that of a visitor. */
async function signOut(page: Page) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** A parent with a child, signed in on the page; gives the child's id. */
async function addParent(
  page: Page,
  school: RunningSchool,
  { email, name }: { email: string; name: string },
) {
  await signUp(page, { email, password: DEMO_PASSWORD, name });
  await askToProveAddress(page, school, email);
  const child = { firstname: 'Lina', lastname: name.split(' ').at(-1) ?? '', born: '2016-03-04' };
  await callAs(page, 'POST', '/learners', child);
  const own = await callAs<Learner[]>(page, 'GET', '/learners');
  return own.find(({ self }) => !self)?._id ?? '';
}

/** A class that meets each week from that day on and offers trial lessons; gives its id. */
async function offerTrials(page: Page, classname: string, trialprice: number, starttime: string) {
  const [id = ''] = await signInWith(page, classname);
  await callAs(page, 'PUT', `/class/approved/${id}`);
  await callAs(page, 'PUT', `/class/update/${id}`, { guestplaces: 2, trialprice });
  const plan = { weekday: weekdayOf(day), starttime, minutes: 45, everyweeks: 1, roomid: null };
  const plans = [{ ...plan, firstday: day, lastday: addDays(day, 42) }];
  await callAs(page, 'PUT', `/class/plans/${id}`, { plans });
  return id;
}

const trialsOf = (page: Page) => callAs<Trial[]>(page, 'GET', '/trials');
const block = (page: Page) => page.getByRole('region', { name: 'Try a lesson' });
const choosing = (page: Page) => page.getByRole('dialog', { name: 'Book a trial lesson' });
const list = (page: Page) => page.getByRole('region', { name: 'Trial lessons' });
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });

async function payByCard(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await payButton(page).dblclick();
}

test('a visitor signs in on the way to a trial lesson that is free, books it for a child once, and gives it back', async ({
  page,
  school,
}) => {
  test.setTimeout(180_000);
  const email = 'noor@trials.example';
  const child = await addParent(page, school, { email, name: 'Noor Haddad' });
  const id = await offerTrials(page, 'Recorder to try', 0, '05:15');
  await signOut(page);

  await page.goto(`/classes/${id}`);
  await expect(block(page)).toContainText('A trial lesson is free.');
  await expect(block(page).getByRole('listitem')).toHaveCount(3);
  await expectGood(page, 'block');
  await block(page).getByRole('button', { name: 'Book a trial lesson' }).click();
  await expect(page.getByText('Sign in to book a trial lesson')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();

  // Back where they were, with what they wanted before them.
  await expect(page).toHaveURL(`/classes/${id}`);
  await expect(choosing(page)).toBeVisible();
  await expect(choosing(page).getByRole('radio', { name: /Lina Haddad/ })).toBeVisible();
  await expectGood(page, 'choose');
  await page.keyboard.press('Escape');
  await expect(choosing(page)).toBeHidden();
  await page.getByRole('button', { name: 'Book a trial lesson' }).focus();
  await page.keyboard.press('Enter');
  await choosing(page)
    .getByRole('radio', { name: /Lina Haddad/ })
    .check();
  await choosing(page).getByRole('button', { name: 'Book this lesson' }).dblclick();
  const booked = page.getByRole('dialog', { name: 'The trial lesson is booked' });
  await expect(booked).toContainText('Lina Haddad has a trial lesson in Recorder to try');
  await expect(booked).toContainText('It can be given back until the day before.');
  await expectGood(page, 'booked');
  expect(await trialsOf(page)).toMatchObject([{ learnerid: child, state: 'booked', price: 0 }]);
  expect(await mailedText(school, email, 'Trial lesson: Recorder to try')).toContain('booked');

  await booked.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Book a trial lesson' }).click();
  await expect(choosing(page).getByRole('radio', { name: /Lina Haddad/ })).toBeDisabled();
  await expect(choosing(page)).toContainText('Has a trial lesson already');
  await page.keyboard.press('Escape');

  await page.goto(`/student/week?from=${mondayOf(day)}`);
  await expect(page.getByRole('main')).toContainText('Recorder to try');
  await expect(page.getByRole('button', { name: /^Cannot come/ })).toHaveCount(0);
  await expect(list(page)).toContainText('Can be given back until');
  await expectGood(page, 'week');
  await page.goto(`/student/learners/${child}`);
  await expect(list(page)).toContainText('Recorder to try');
  await expectGood(page, 'learner');
  await list(page).getByRole('button', { name: 'Give it back: Lina Haddad, Recorder to try' }).click();
  const asking = page.getByRole('dialog', { name: 'Give the trial lesson back?' });
  await expect(asking).not.toContainText('card');
  await expectGood(page, 'give-back');
  await asking.getByRole('button', { name: 'Give it back' }).dblclick();
  await expect(page.getByText('The trial lesson is given back.')).toBeVisible();
  await expect(list(page)).toHaveCount(0);

  // The way back shows what is, and books nothing.
  await goBack(page);
  await expect(page.getByRole('heading', { level: 1, name: 'My week' })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  expect(await trialsOf(page)).toMatchObject([{ state: 'ended' }]);
});

test('a trial lesson is paid for after the page was closed, goes back with its money, and is taken off the price of the place', async ({
  page,
  school,
}) => {
  test.setTimeout(240_000);
  const email = 'tomas@trials.example';
  const child = await addParent(page, school, { email, name: 'Tomas Lind' });
  const id = await offerTrials(page, 'Lute to try', 15, '06:15');
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  await callAs(page, 'PUT', '/school', { trialfee: 'off', version });

  await signIn(page, email);
  await page.goto(`/classes/${id}`);
  await expect(block(page)).toContainText('A trial lesson costs $15.');
  await block(page).getByRole('button', { name: 'Book a trial lesson' }).click();
  await choosing(page)
    .getByRole('radio', { name: /Lina Lind/ })
    .check();
  await expect(choosing(page)).toContainText('If you enrol afterwards, this is taken off the price.');
  await expectGood(page, 'choose-paid');
  await choosing(page).getByRole('button', { name: 'Continue to payment' }).dblclick();
  await expect(page).toHaveURL(/\/student\/class\/trial\//);
  await expect(page.getByText('Trial lesson, charged now')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await expectGood(page, 'pay');

  // The page is closed and come back to: it is the same payment.
  await page.goto('/student');
  await expect(list(page)).toContainText('Not paid yet: the place is held until');
  await expectGood(page, 'unpaid');
  await list(page).getByRole('link', { name: 'Pay now: Lina Lind, Lute to try' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'The trial lesson is booked' })).toBeVisible();
  await expect(page.getByText(`Receipt sent to ${email}`)).toBeVisible();
  await expectGood(page, 'paid');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The trial lesson is booked' })).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('article')).toContainText('Trial lesson: Lute to try');
  await expect(page.getByRole('article')).toContainText('$15 for the trial lesson');
  await goBack(page);
  await expect(page.getByRole('heading', { name: 'The trial lesson is booked' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  expect(await trialsOf(page)).toMatchObject([{ learnerid: child, state: 'booked', price: 15 }]);

  await page.goto('/student');
  await list(page)
    .getByRole('button', { name: /^Give it back/ })
    .click();
  const asking = page.getByRole('dialog', { name: 'Give the trial lesson back?' });
  await expect(asking).toContainText('$15 goes back to your card.');
  await asking.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('The trial lesson is given back. $15 goes back to your card.')).toBeVisible();

  // Another one is chosen, and held a while ago.
  await page.goto(`/classes/${id}`);
  await block(page).getByRole('button', { name: 'Book a trial lesson' }).click();
  await choosing(page)
    .getByRole('radio', { name: /Lina Lind/ })
    .check();
  await choosing(page).getByRole('button', { name: 'Continue to payment' }).click();
  await expect(payButton(page)).toBeEnabled();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'The trial lesson is booked' })).toBeVisible();
  const [trial] = await trialsOf(page);
  letPass(school, trial?.lessonid ?? '');

  await page.goto('/student');
  await expect(list(page)).toContainText('When you enrol, $15 for the trial lesson is taken off the price.');
  await expectGood(page, 'taken-off');
  await callAs(page, 'POST', '/select/class/', { classid: id, email, learnerid: child });
  await page.goto('/student/class/selected');
  await expect(page.getByText('Trial lesson taken off: $15').first()).toBeVisible();
  const pay = `/student/class/payment/${id}?for=${child}`;
  await page.goto(pay);
  const sum = page.getByRole('complementary', { name: 'What you pay' });
  // Asked for again it is the same payment.
  for (let times = 0; times < 3; times++) {
    await page.goto(pay);
    await expect(sum).toContainText('Trial lesson, taken off');
    await expect(sum).toContainText('$45');
    await expect(payButton(page)).toContainText('$45');
  }
  await expectGood(page, 'enrol');
  await payByCard(page);
  await expect(page.getByText(/^Lina Lind is enrolled in Lute to try/)).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('article')).toContainText('The price of the trial lesson is taken off.');

  await page.goto('/account/money');
  await expect(page.getByText('Trial lesson: Lute to try').first()).toBeVisible();
  await signInWith(page);
  await page.goto('/admin/money');
  await expect(page.getByText('Trial lesson: Lute to try').first()).toBeVisible();
});

/** As if the lesson were over since an hour. */
function letPass({ dataDir }: RunningSchool, lessonid: string) {
  const records = new DatabaseSync(join(dataDir, 'cadenza.sqlite'), { timeout: 10_000 });
  const endsat = Date.now() - HOUR_MS;
  const { changes } = records
    .prepare('update lessons set startsat = ?, endsat = ? where _id = ?')
    .run(endsat - HOUR_MS, endsat, lessonid);
  records.close();
  expect(changes).toBe(1);
}
