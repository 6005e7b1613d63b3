import { readCalendar } from '#tests/support/calendars.ts';
import { callAs, expectAccessible, expectNoSideways, registerByForm } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';
import { proveAddress } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

/* A parent subscribes to the lessons of their child, and their calendar follows. */

const DAY_MS = 24 * 60 * 60_000;
const DAY = new Date(Date.now() + 14 * DAY_MS);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Of the demo's closing days there is one week at most. */
const PLAN = {
  // 1 is Monday, 7 Sunday.
  weekday: DAY.getUTCDay() || 7,
  starttime: '07:15',
  minutes: 30,
  everyweeks: 1,
  roomid: null,
  firstday: dayOf(DAY.getTime()),
  lastday: dayOf(DAY.getTime() + 28 * DAY_MS),
};

for (const width of walkedAt(1280, 360))
  test(`at ${width} pixels a parent subscribes, and the calendar shows a change at its next look`, async ({
    page,
    request,
    school,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const classname = `Bagpipes at ${width}`;
    const form = { classname, image: '/art/class-first-piano-960.webp', price: '48', availableseat: 3 };
    await signIn(page, 'admin@cadenza.example');
    const { insertedId: classid } = await callAs(page, 'POST', '/addclass', {
      ...form,
      // No two of one teacher are at the same time.
      instructoremail: width < 1000 ? 'clara@cadenza.example' : 'mateo@cadenza.example',
    });
    await callAs(page, 'PUT', `/class/approved/${classid}`);
    await callAs(page, 'PUT', `/class/plans/${classid}`, { plans: [PLAN] });
    await page.evaluate(() => localStorage.clear());
    const email = await registerByForm(page, 'Paula Parent');
    await proveAddress(page, school, email);
    const child = { firstname: 'Mia', lastname: 'Parent' };
    const { insertedId: learnerid } = await callAs(page, 'POST', '/learners', child);
    await signIn(page, 'admin@cadenza.example');
    await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'cash' });

    await signIn(page, email);
    await page.goto('/account');
    const panel = page.getByRole('region', { name: 'Lessons in your calendar' });
    await panel.getByRole('button', { name: 'Subscribe to my lessons' }).click();
    const dialog = page.getByRole('dialog');
    await expect(page.getByRole('dialog', { name: 'Subscribe to your lessons' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Show the address' }).click();
    await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused();
    await expect(page.getByRole('dialog', { name: 'Your calendar address' })).toBeVisible();
    const url = (await dialog.locator('code').textContent()) ?? '';
    for (const calendar of ['Google Calendar', 'Apple', 'Outlook']) {
      await dialog.getByText(calendar, { exact: false }).first().click();
      await expect(dialog.getByText(/Paste the address/).and(page.locator(':visible'))).toHaveCount(1);
    }
    await expectAccessible(page);
    await expectNoSideways(page);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await expect(panel).toContainText('Your calendar address was made on');

    const fetched = async () => readCalendar(await (await request.get(url)).text()).events;
    const before = await fetched();
    expect(before.length).toBeGreaterThan(2);
    expect(new Set(before.map(({ summary }) => summary))).toEqual(new Set([`Mia Parent: ${classname}`]));

    await page.goto(`/classes/${classid}`);
    const file = await page
      .getByRole('link', { name: 'Save the dates to your calendar' })
      .getAttribute('href');
    const offered = readCalendar(await (await request.get(file ?? '')).text());
    expect(offered.events.map(({ uid, summary }) => [uid, summary])).toEqual(
      before.map(({ uid }) => [uid, classname]),
    );

    await signIn(page, 'admin@cadenza.example');
    const [moved, cancelled] = before;
    const day = dayOf(moved?.startsat ?? 0);
    const later = { day, starttime: '06:45', minutes: 30, reason: 'The piper has a train to catch' };
    await callAs(page, 'PUT', `/lessons/${moved?.uid}`, later);
    await callAs(page, 'DELETE', `/lessons/${cancelled?.uid}`, { reason: 'Storm' });
    const after = await fetched();
    expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
    expect(after[0]).toMatchObject({
      status: 'CONFIRMED',
      startsat: (moved?.startsat ?? 0) - 30 * 60_000,
      description: expect.stringContaining('The piper has a train to catch'),
    });
    expect(after[1]).toMatchObject({
      status: 'CANCELLED',
      summary: `Cancelled: Mia Parent: ${classname}`,
      description: expect.stringContaining('Storm'),
    });
    for (const at of [0, 1]) expect(after[at]?.sequence).toBeGreaterThan(before[at]?.sequence ?? 0);
    expect(after.slice(2)).toEqual(before.slice(2));

    await signIn(page, email);
    await page.goto('/student/week');
    await page.getByRole('link', { name: 'subscribe to your lessons' }).click();
    const stop = panel.getByRole('button', { name: 'Stop the calendar' });
    await stop.click();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(stop).toBeFocused();
    await panel.getByRole('button', { name: 'Make a new address' }).click();
    await page
      .getByRole('dialog', { name: 'A new calendar address' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await stop.click();
    await page
      .getByRole('dialog', { name: 'Stop the calendar?' })
      .getByRole('button', { name: 'Stop the calendar' })
      .click();
    await expect(page.getByText('The calendar address no longer works')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Subscribe to my lessons' })).toBeFocused();
    expect((await request.get(url)).status()).toBe(404);
  });
