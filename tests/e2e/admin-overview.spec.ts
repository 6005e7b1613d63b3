import { readFile } from 'node:fs/promises';
import type { FamilySearch } from '#contract/families/calls.ts';
import type { Today, TodayLesson } from '#contract/reports/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { row, signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the first page welcomes, says what waits, and has a table behind each chart', async ({ page }) => {
  await signInWith(page, 'Waiting for the admin');
  const week = (start: string, seats: number, charged: number, refunded: number) => ({
    start,
    seats,
    charged,
    refunded,
  });
  await page.route('**/api/reports/overview', async (route) => {
    const body = await (await route.fetch()).json();
    const weeks = body.weeks.map(({ start }: { start: string }, at: number) => week(start, at, at * 60, 60));
    await route.fulfill({ json: { ...body, weeks } });
  });
  await page.goto('/admin');
  await expect(page.getByText('Welcome To Admin DashBoard')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Admin area' });
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Manage Class' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Manage Users' })).toBeVisible();
  const aside = page.locator('aside').filter({ has: sidebar });
  await expect(aside).toContainText(ADMIN.name);
  await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256);

  const money = page.getByRole('region', { name: 'Money taken per week' });
  await expect(money.locator('canvas')).toBeVisible();
  await money.getByText('Show as a table').click();
  await expect(money.getByRole('row')).toHaveCount(13);
  await expect(money.getByRole('row').nth(1)).toContainText('-$60');
  await expect(money.getByRole('row').nth(12)).toContainText('$600');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Decide on/ }).click();
  await expect(page).toHaveURL(/\/admin\/manageclass\?status=pending$/);
  await expect(row(page, 'Waiting for the admin')).toBeVisible();
});

test('the charting library is loaded on the first page alone', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await signIn(page, ADMIN.email);
  for (const path of ['/admin/manageclass', '/admin/manageusers', '/admin/log']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(scripts.filter((url) => url.includes('bar-chart'))).toEqual([]);
});

test('users, classes and payments can be taken along as files', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin');
  for (const [name, head] of [
    ['Users', 'Name,Email,Role,Joined'],
    ['Classes', 'Class,Instructor,Instructor email'],
    ['Payments', 'Date,Kind,Amount,Currency'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${name.toLowerCase()}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${name.toLowerCase()}.csv`);
    expect(await readFile(await file.path(), 'utf8')).toMatch(new RegExp(`^\ufeff${head}`));
  }
});

const MINUTE_MS = 60_000;

test('today says which lessons are now, later and over, with who comes, and leads to the class and the family', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  const { items } = await callAs<FamilySearch>(page, 'GET', '/families/search?q=theo');
  const familyid = items[0]?.userid ?? null;
  const [{ _id: classid = '' } = {}] = await callAs<{ _id: string }[]>(page, 'GET', '/classes/all');
  const lesson = (classname: string, begins: number, more: Partial<TodayLesson> = {}): TodayLesson => ({
    _id: classname,
    classid,
    classname,
    teacherid: null,
    instructorname: 'Clara Winterbourne',
    roomid: null,
    room: 'Studio 1',
    day: dayAt(Date.now(), DEMO_SCHOOL.timezone),
    startsat: new Date(Date.now() + begins * MINUTE_MS).toISOString(),
    endsat: new Date(Date.now() + (begins + 45) * MINUTE_MS).toISOString(),
    state: 'planned',
    reason: null,
    substitute: false,
    learners: [],
    guestsfree: 0,
    ...more,
  });
  const learner = { familyid, absent: false, guest: false, trial: false };
  await page.route('**/api/today?*', async (route) => {
    const body: Today = await (await route.fetch()).json();
    const lessons = [
      lesson('Harp', -120),
      lesson('Oboe', -20, {
        learners: [
          { ...learner, learnername: 'Mia Abara' },
          { ...learner, learnername: 'Ben Ortiz', absent: true },
          { ...learner, learnername: 'Cleo Mann', guest: true, trial: true },
        ],
        substitute: true,
      }),
      lesson('Tuba', -10, { state: 'cancelled', reason: 'The hall is wet.' }),
      lesson('Viola', 30, { guestsfree: 2 }),
    ];
    await route.fulfill({ json: { ...body, lessons, more: false, earlier: false } });
  });
  await page.goto('/admin');
  const today = page.getByRole('region', { name: /^Today/ });
  await expect(today.getByRole('heading', { level: 3 })).toHaveText([
    '1 lesson now',
    '2 lessons later today',
  ]);
  const entry = (name: string) =>
    today.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await expect(entry('Oboe').first()).toContainText('Studio 1, Clara Winterbourne is covering');
  await expect(today.getByText('1 student cannot come today.')).toBeVisible();
  await expect(today.getByText('1 lesson has places for guests.')).toBeVisible();
  await expect(entry('Oboe').first()).toContainText('Cleo Mann (Trial lesson)');
  await expect(today.getByRole('link', { name: 'Ben Ortiz' })).toBeHidden();
  await entry('Oboe').first().getByText('1 cannot come').click();
  await expect(today.getByRole('link', { name: 'Ben Ortiz' })).toBeVisible();
  await expect(entry('Viola')).toContainText('2 places for guests');
  await expect(entry('Tuba')).toContainText('The hall is wet.');
  await expect(entry('Viola')).toContainText('No one is enrolled.');
  await expect(today.getByText('Harp')).toBeHidden();
  await today.getByText('1 lesson is over').click();
  await expect(today.getByText('Harp')).toBeVisible();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // Charts follow.
    await expect(() => expectNoSideways(page)).toPass();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/today-${width}.png`, fullPage: true });
  }
  await expectAccessible(page);
  await today.getByRole('link', { name: 'Mia Abara' }).click();
  await expect(page).toHaveURL(`/admin/families/${familyid}`);
});

test('today says what is owed and where there is room', async ({ page }) => {
  await signIn(page, ADMIN.email);
  const form = { classname: 'Last Places', image: '/art/class-first-piano-960.webp', price: '48' };
  const more = { availableseat: 2, instructoremail: 'clara@cadenza.example' };
  const { insertedId: classid } = await callAs(page, 'POST', '/addclass', { ...form, ...more });
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  const { items } = await callAs<FamilySearch>(page, 'GET', '/families/search?q=theo');
  const learnerid = items[0]?.learners.find(({ self }) => self)?._id;
  await page.goto('/admin');
  const owing = page.getByRole('region', { name: 'Owed to the school' });
  await expect(owing).toBeVisible();
  await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'due' });
  await page.reload();
  await expect(owing).toContainText(/\$\d+.*\d+ open sums?/);
  const free = page.getByRole('region', { name: 'Free places' });
  await expect(free.getByRole('listitem').filter({ hasText: 'Last Places' })).toContainText('1 free');
  await owing.getByRole('link', { name: 'See who owes' }).click();
  await expect(page.getByRole('table', { name: 'Owed to the school' })).toContainText('Last Places');
});
