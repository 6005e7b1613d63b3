import type { Page } from '@playwright/test';
import { callAs, classesNamed, isForAnyone, registerPerson } from './areas.ts';
import { faultsOn } from './axe.ts';
import { expect, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

type Item = { _id: string; classname: string; availableseat: number };

async function pay(page: Page, classid: string) {
  await page.goto(`/student/class/payment/${classid}`);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(/^You are enrolled in/)).toBeVisible({ timeout: 30_000 });
}

/**
 * A class of its own with this many seats, made by an instructor and approved by an admin; `weekly` gives it
 * a lesson early each Tuesday.
 */
async function addClass(
  page: Page,
  classname: string,
  { availableseat, weekly = false }: { availableseat: number; weekly?: boolean },
): Promise<string> {
  const form = { classname, image: '/art/class-first-piano-960.webp', price: '48', availableseat };
  await signIn(page, 'clara@cadenza.example');
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/addclass', form);
  await signIn(page, 'admin@cadenza.example');
  await callAs(page, 'PUT', `/class/approved/${insertedId}`);
  if (weekly) {
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const plan = { weekday: 2, starttime: '05:50', minutes: 40, everyweeks: 1, roomid: null };
    await callAs(page, 'PUT', `/class/plans/${insertedId}`, {
      plans: [{ ...plan, firstday: day(14), lastday: day(60) }],
    });
  }
  await page.evaluate(() => localStorage.clear());
  return insertedId;
}

test('a student selects a class, sees every column, and deletes it', async ({ page }) => {
  await registerPerson(page);
  await page.goto(classesNamed('Piano for Grown-Up Beginners'));
  await page.getByRole('button', { name: 'Select Piano for Grown-Up Beginners' }).click();
  await expect(page.getByText("You've Selected Class")).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Student area' });
  await expect(sidebar.getByRole('link')).toHaveText([
    'Dashboard',
    'My Selected Class',
    'my Enrolled Class',
    'My week',
  ]);
  await sidebar.getByRole('link', { name: 'My Selected Class' }).click();
  for (const heading of [
    'Class/Image',
    'Instructor',
    'Price',
    'Available Seat',
    'Total Enrolled',
    'Delete',
  ]) {
    await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: /^Pay Now/ })).toHaveAttribute(
    'href',
    /^\/student\/class\/payment\//,
  );

  await page.route('**/api/selectedclass/delete/**', (route) => route.abort());
  await page.getByRole('button', { name: /^Delete / }).click();
  await expect(page.getByText('Deleted Failed')).toBeVisible();
  await page.unroute('**/api/selectedclass/delete/**');
  await page.getByRole('button', { name: /^Delete / }).click();
  await expect(page.getByText('Deleted Data Success')).toBeVisible();
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible();
});

test('a class that is paid moves to the enrolled ones, red when its last seat is gone, and can be cancelled', async ({
  page,
}) => {
  const id = await addClass(page, 'Kalimba for One', { availableseat: 1 });
  const email = await registerPerson(page);
  await callAs(page, 'POST', '/select/class/', { classid: id, email, enrolled: false });
  await pay(page, id);
  await page.getByRole('link', { name: 'My enrolled classes' }).click();
  for (const heading of [
    'Class/Image',
    'Instructor',
    'Email',
    'Price',
    'Available Seat',
    'Total Enrolled',
    'Transactionid',
  ]) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
  }
  const row = page.getByRole('row', { name: /Kalimba for One/ });
  await expect(row).toContainText(/pi_/);
  await expect(row).toHaveCSS('background-color', 'rgb(253, 228, 223)');
  await page.goto('/student/class/selected');
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible();

  await page.goto('/student/class/enrolled');
  await page.getByRole('button', { name: 'Cancel Kalimba for One' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Kalimba for One?' });
  await expect(dialog).toContainText('$60 goes back to the card you paid with');
  await dialog.getByRole('button', { name: 'Keep my place' }).click();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Kalimba for One' }).click();
  await dialog.getByRole('button', { name: 'Cancel my place' }).click();
  await expect(page.getByText(/You have left Kalimba for One/)).toBeVisible();
  await expect(page.getByText('You are not enrolled in a class yet.')).toBeVisible();
  const item = await callAs<Item>(page, 'GET', `/class/${id}`);
  expect(item.availableseat).toBe(1);
});

test('a full class has a waiting list: the freed seat is offered, paid, and the rest wait on', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await addClass(page, 'Theremin for One', { availableseat: 1, weekly: true });
  await registerPerson(page);
  await pay(page, id);

  const next = await (await browser.newContext({ baseURL })).newPage();
  const email = await registerPerson(next);
  await callAs(next, 'GET', `/waitlist/${email}`);
  await next.goto('/classes');
  await expect(next.getByRole('button', { name: 'Select Theremin for One' })).toBeDisabled();
  await next.getByRole('button', { name: 'Join waiting list for Theremin for One' }).click();
  await expect(next.getByText(/You are number 1 in line/)).toBeVisible();
  await next.goto('/student');
  await expect(next.getByText('Number 1 in line.')).toBeVisible();
  await expect(next.getByText(/^Tuesdays 05:50–06:30, next \d/)).toBeVisible();

  await page.goto('/student/class/enrolled');
  await page.getByRole('button', { name: 'Cancel Theremin for One' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel my place' }).click();
  await expect(page.getByText('You are not enrolled in a class yet.')).toBeVisible();

  await next.reload();
  await expect(next.getByText(/A place is held for you until/)).toBeVisible();
  // Where the email says that the seat can be declined.
  await next.goto('/student/class/selected');
  await expect(next.getByRole('button', { name: 'Decline Theremin for One' })).toBeVisible();
  await next.goto('/classes');
  await expect(next.getByRole('link', { name: /^Place held ?: Theremin for One/ })).toHaveAttribute(
    'href',
    `/student/class/payment/${id}`,
  );
  await next.goto('/student');
  await next.getByRole('link', { name: 'Pay Now for Theremin for One' }).click();
  await pay(next, id);
  await next.goto('/student');
  await expect(next.getByRole('heading', { name: 'My waiting list' })).toHaveCount(0);

  await page.goto(`/student/class/payment/${id}`);
  await expect(page.getByRole('alert').filter({ hasText: 'This class is full.' })).toBeVisible();
  await page.getByRole('button', { name: /Join waiting list/ }).click();
  await expect(page.getByText(/You are number 1 in line/)).toBeVisible();
  await page.goto('/student');
  await page.getByRole('button', { name: 'Leave Theremin for One' }).click();
  await expect(page.getByText('You have left the waiting list.')).toBeVisible();
});

test('a class that the school takes off meanwhile is still listed, and not for payment', async ({ page }) => {
  const taken = await addClass(page, 'Harp That Is Taken Off', { availableseat: 3 });
  const others = [
    await addClass(page, 'Harp That Stays', { availableseat: 3 }),
    await addClass(page, 'Harp That Stays, Too', { availableseat: 3 }),
  ];
  const email = await registerPerson(page, 'Ada Waits');
  const { insertedId: learnerid } = await callAs(page, 'POST', '/learners', {
    firstname: 'Ida',
    lastname: 'Waits',
  });
  for (const classid of [taken, ...others])
    await callAs(page, 'POST', '/select/class/', { classid, email, learnerid });
  await signIn(page, 'admin@cadenza.example');
  await callAs(page, 'PUT', `/class/denied/${taken}`);
  await signIn(page, email);
  await page.goto('/student/class/selected');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Harp That Is Taken Off' })).toContainText('No longer offered');
  await expect(page.getByRole('link', { name: /^Pay Now/ })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Pay together' }).getByRole('checkbox')).toHaveCount(2);
});

test('a class that does not exist is not called a payment', async ({ page }) => {
  await registerPerson(page);
  await page.goto('/student/class/payment/no-such-class');
  await expect(page.getByText('This class does not exist.')).toBeVisible();
  await expect(page).toHaveTitle('Cadenza | Not Found');
});

test('an admin sees every payment beside its enrolment', async ({ page }) => {
  const id = await addClass(page, 'Didgeridoo Basics', { availableseat: 3 });
  const email = await registerPerson(page);
  await pay(page, id);
  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'admin@cadenza.example');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Money check' }).click();
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Matched');
  await expect(row).toContainText('$60');
  expect(await faultsOn(page)).toEqual([]);
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the place' }).click();
  await expect(row).toContainText('Refunded');
});

test('a role that an admin changes counts at the next call, and the screens follow', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await registerPerson(page);
  await page.goto('/student');
  await expect(page.getByText('Welcome To Your Dashboard')).toBeVisible();
  const office = await (await browser.newContext({ baseURL })).newPage();
  await signIn(office, 'admin@cadenza.example');
  const users = await callAs<{ _id: string; email: string }[]>(office, 'GET', '/users');
  const user = users.find((one) => one.email === email);
  await callAs(office, 'PATCH', `/users/instructor/${user?._id}`);

  await page.getByRole('link', { name: 'My Selected Class' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/instructor',
  );
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/instructor');
});

test('a list stays when the network dies in the middle of a change, which then works again', async ({
  page,
}) => {
  const email = await registerPerson(page);
  const item = (await callAs<Item[]>(page, 'GET', '/classes/all?open=1')).find(isForAnyone);
  await callAs(page, 'POST', '/select/class/', { classid: item?._id, email, enrolled: false });
  await page.goto('/student/class/selected');
  const remove = page.getByRole('button', { name: `Delete ${item?.classname}` });
  await expect(remove).toBeVisible();
  await page.context().setOffline(true);
  await remove.click();
  await expect(page.getByText('Deleted Failed')).toBeVisible();
  await expect(remove).toBeEnabled();
  await page.context().setOffline(false);
  await remove.click();
  await expect(page.getByText('Deleted Data Success')).toBeVisible();
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible();
});

for (const width of walkedAt(360, 1280)) {
  test(`the student's screens have no accessibility fault and fit ${width} px`, async ({ page }) => {
    await registerPerson(page);
    const items = await callAs<Item[]>(page, 'GET', '/classes/all');
    const item = items.find((one) => isForAnyone(one) && one.availableseat > 5);
    await page.setViewportSize({ width, height: 800 });
    const check = async (path: string, ready: string | RegExp) => {
      await page.goto(path);
      await expect(page.getByText(ready).first()).toBeVisible();
      const violations = await faultsOn(page);
      expect(violations, path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
      const frames = await page
        .getByRole('main')
        .getByRole('region')
        .evaluateAll((found) => found.map((frame) => frame.scrollWidth - frame.clientWidth));
      expect(Math.max(0, ...frames), `${path}: a table wider than its frame`).toBe(0);
    };
    await check(`/student/class/payment/${item?._id}`, 'A place is held for you');
    await pay(page, item?._id ?? '');
    await check('/student', 'Welcome To Your Dashboard');
    await check('/student/class/selected', 'You have not selected a class yet.');
    await check('/student/class/enrolled', /pi_/);
    await page.getByRole('link', { name: /^Receipt/ }).click();
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    expect(await faultsOn(page)).toEqual([]);
  });
}
