import type { CDPSession, Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { openPdf } from '#tests/support/read-pdf.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, testAt } from './fixtures.ts';
import { tabTo } from './keyboard.ts';

/* A recital from its first piece to the printed programme, on a school of its own. */

const test = testAt({});

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const EVENING = { name: 'Winter recital', day: '2091-12-12', starttime: '17:00', public: true };
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

type Family = { _id: string; learnername: string };

/** A recital with so many pieces of the demo's student, A to Z and on; leaves the admin signed in. */
async function addRecital(
  page: Page,
  { count, ...fields }: { count: number; name?: string; day?: string; minutes?: number },
) {
  await signIn(page, STUDENT.email);
  const [self] = await callAs<Family[]>(page, 'GET', '/learners');
  await signIn(page, ADMIN.email);
  const { insertedId } = await callAs(page, 'POST', '/recitals', { ...EVENING, ...fields });
  const pieces = Array.from({ length: count }, (_, at) => ({
    learnerids: [self?._id],
    title: `Piece ${String(at + 1).padStart(2, '0')}`,
    composer: 'Anna Bon',
    minutes: fields.minutes ?? 3,
    instrument: at % 2 ? 'Cello' : 'Flute',
  }));
  await callAs(page, 'PUT', `/recitals/${insertedId}/pieces`, { pieces });
  return insertedId;
}

/** The programme as who is signed in on the page gets it. */
const sheetOf = (page: Page, id: string) =>
  page.evaluate(async (path) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access-token')}` };
    return (await fetch(path, { headers })).text();
  }, `/api/recitals/${id}/programme`);

/** The rows of the programme: each piece by its title. */
const rows = (page: Page) =>
  page.getByRole('list').filter({ has: page.getByRole('button', { name: /^Move / }) });
const titles = async (page: Page) =>
  (
    await rows(page)
      .getByText(/^Piece \d\d$/)
      .allTextContents()
  ).map((title) => title.slice(-2));
const move = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^Move ${title},`) });
/** Counted from 1, as two digits. */
const number = (at: number) => String(at).padStart(2, '0');
const COUNT = 40;
const inPairs = Array.from({ length: COUNT }, (_, at) => number(at % 2 ? at : at + 2))
  .slice(1)
  .concat('02');
const backwards = Array.from({ length: COUNT }, (_, at) => number(COUNT - at));

test('the office makes an evening; its warnings come and go; a printed programme lists what changes', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Recitals' }).click();
  await shot(page, 'recitals-none');
  await page.getByRole('button', { name: 'Add a recital' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a recital' });
  await adding.getByLabel('Name', { exact: true }).fill('Spring recital');
  await adding.getByRole('button', { name: 'Add the recital' }).click();
  await expect(adding.getByText('Choose a day.')).toBeVisible();
  await adding.getByLabel('Day').fill('2091-03-12');
  await adding.getByLabel('Begins at').fill('18:00');
  await adding.getByLabel('Visitors see its page').check();
  await expectAccessible(page);
  await shot(page, 'recital-dialog');
  await adding.getByRole('button', { name: 'Add the recital' }).click();
  await page.getByRole('link', { name: 'Programme of Spring recital' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring recital');

  const addPiece = async (title: string) => {
    await page.getByRole('button', { name: 'Add a piece' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a piece' });
    await dialog.getByLabel('Who plays').fill(STUDENT.name);
    await dialog.getByRole('button', { name: `Choose ${STUDENT.name}` }).click();
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Minutes', { exact: true }).fill('5');
    if (title === 'Gavotte') {
      await dialog.getByLabel('Accompanist').fill(INSTRUCTORS.clara.name);
      await dialog.getByRole('button', { name: `Choose ${INSTRUCTORS.clara.name}` }).click();
      await shot(page, 'piece-dialog');
      await expectAccessible(page);
    }
    await dialog.getByRole('button', { name: 'Add the piece' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await addPiece('Gavotte');
  await expect(page.getByText('The accompanist has no page turner.')).toBeVisible();
  await addPiece('Sonatina');
  await expect(page.getByText('Plays again less than ten minutes after Gavotte.')).toBeVisible();
  await expect(page.getByText('10 min', { exact: true })).toBeVisible();
  await expect(page.getByText('2 things to look at')).toBeVisible();
  await page.getByRole('button', { name: 'Change Gavotte' }).click();
  const changing = page.getByRole('dialog', { name: 'Change Gavotte' });
  await changing.getByLabel('The accompanist turns the pages alone').check();
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The accompanist has no page turner.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Change Sonatina' }).click();
  const later = page.getByRole('dialog', { name: 'Change Sonatina' });
  await later.getByLabel('Minutes to set up before').fill('10');
  await later.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nothing to look at.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('button', { name: 'Print the programme' }).click();
  const programme = page.getByRole('dialog', { name: 'Programme' });
  await expect(programme.frameLocator('iframe').getByText('Gavotte')).toBeVisible();
  await shot(page, 'programme-dialog');
  await programme.getByRole('button', { name: 'It is printed now' }).click();
  await expect(programme).toHaveCount(0);
  await page.getByRole('button', { name: 'Take out Gavotte' }).click();
  const dropping = page.getByRole('dialog', { name: 'Take out Gavotte?' });
  await dropping.getByRole('button', { name: 'Take out' }).click();
  await expect(page.getByText('Piece 1, Gavotte, is dropped.')).toBeVisible();

  await page.getByRole('button', { name: 'Put it on the home page' }).click();
  await expect(page.getByText('It stands among the events of the home page')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Spring recital' })).toBeVisible();

  await page.goto('/admin/recitals');
  await page.getByRole('button', { name: 'Change Spring recital' }).click();
  await page
    .getByRole('dialog', { name: 'Change Spring recital' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.getByRole('button', { name: 'Call off Spring recital' }).click();
  await page
    .getByRole('dialog', { name: 'Call off Spring recital?' })
    .getByRole('button', { name: 'Call off' })
    .click();
  await expect(page.getByText('Recital called off')).toBeVisible();
});

test('forty pieces are ordered by keyboard alone', async ({ page }) => {
  test.setTimeout(240_000);
  const id = await addRecital(page, { count: COUNT });
  await page.goto(`/admin/recitals/${id}`);
  await expect(move(page, 'Piece 40')).toBeVisible();
  // Each is sent to the top in its turn: the last that is sent comes first.
  for (let at = 1; at <= COUNT; at++) {
    const handle = move(page, `Piece ${number(at)}`);
    if (at <= 3) await tabTo(page, handle);
    else await handle.focus();
    await page.keyboard.press('Home');
    await expect(handle).toBeFocused();
  }
  await expect.poll(() => titles(page)).toEqual(backwards);
  const handle = move(page, 'Piece 40');
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Piece 40 is now number 3 of 40.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await shot(page, 'builder-1280');
  await tabTo(page, page.getByRole('button', { name: 'Save this order' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This order is not saved yet.')).toHaveCount(0);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(backwards);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('forty pieces are ordered by dragging', async ({ page }) => {
    test.setTimeout(300_000);
    const id = await addRecital(page, { count: COUNT });
    await page.goto(`/admin/recitals/${id}`);
    await expect(move(page, 'Piece 01')).toBeVisible();
    await expectNoSideways(page);
    await shot(page, 'builder-360');
    const touch = await page.context().newCDPSession(page);
    // Each second one above the one before it.
    for (let at = 2; at <= COUNT; at += 2)
      await dragAbove(touch, page, { from: `Piece ${number(at)}`, above: `Piece ${number(at - 1)}` });
    // And the first past the edge of the screen, which scrolls along, to the end.
    await dragToEnd(touch, page, 'Piece 02');
    await expect.poll(() => titles(page)).toEqual(inPairs);
    await page.getByRole('button', { name: 'Save this order' }).tap();
    await expect(page.getByText('This order is not saved yet.')).toHaveCount(0);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(inPairs);
  });
});

type Point = { x: number; y: number };
const point = (touch: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
  touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });

async function middleOf(page: Page, title: string): Promise<Point> {
  const box = await move(page, title).boundingBox();
  if (!box) throw new Error(`${title} is not there.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Holds a piece at the lower edge of the screen until the last one is there to be seen, and lets it go. */
async function dragToEnd(touch: CDPSession, page: Page, from: string) {
  await move(page, from).evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
  const start = await middleOf(page, from);
  const isLastSeen = async () => (await middleOf(page, `Piece ${number(COUNT - 1)}`)).y < 700;
  await point(touch, 'touchStart', start);
  await point(touch, 'touchMove', { x: start.x, y: 720 });
  await expect.poll(isLastSeen, { timeout: 60_000 }).toBe(true);
  await point(touch, 'touchEnd');
}

/** Drags a piece to the place of one that is above it. */
async function dragAbove(touch: CDPSession, page: Page, { from, above }: { from: string; above: string }) {
  await move(page, from).evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
  const [start, end] = [await middleOf(page, from), await middleOf(page, above)];
  await point(touch, 'touchStart', start);
  await point(touch, 'touchMove', { x: start.x, y: (start.y + end.y) / 2 });
  await point(touch, 'touchMove', end);
  const isAbove = async () => {
    const now = await titles(page);
    return now.indexOf(from.slice(-2)) < now.indexOf(above.slice(-2));
  };
  await point(touch, 'touchEnd');
  await expect.poll(isAbove).toBe(true);
}

test('a family says how its child is named, and the programme and the page follow', async ({ page }) => {
  // Before those of other journeys, and in another week.
  const evening = { name: 'Spring recital', day: '2091-03-20' };
  const id = await addRecital(page, { count: 2, ...evening });
  await page.goto(`/recitals/${id}`);
  await expect(page.getByText(/^a student of /)).toHaveCount(2);
  await signIn(page, STUDENT.email);
  await page.goto('/student');
  const question = page
    .getByRole('group', { name: `How the programme and the page name ${STUDENT.name}` })
    .first();
  await expect(question).toBeVisible();
  await shot(page, 'own-recitals');
  await question.getByRole('radio', { name: STUDENT.name, exact: true }).check();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.goto(`/recitals/${id}`);
  await expect(page.getByText(STUDENT.name)).toHaveCount(2);
  await shot(page, 'recital-page');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.goto(`/student/week?from=${evening.day}`);
  await expect(
    page.getByRole('region', { name: 'Lessons of the week' }).getByText(evening.name),
  ).toBeVisible();
  await shot(page, 'week');
  await page
    .getByRole('group', { name: `How the programme and the page name ${STUDENT.name}` })
    .first()
    .getByRole('radio', { name: /^a student of / })
    .check();
  await expect(page.getByText('Saved')).toBeVisible();
  await signIn(page, ADMIN.email);
  expect(await sheetOf(page, id)).not.toContain(STUDENT.name);
  expect(await sheetOf(page, id)).toContain('a student of ');
});

test('the programme of forty pieces is printed on pages of A5', async ({ page }) => {
  const id = await addRecital(page, { count: COUNT });
  const html = await sheetOf(page, id);
  await page.setContent(html);
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    ...(process.env.SHOTS && { path: `${process.env.SHOTS}/programme.pdf` }),
  });
  expect((await openPdf(pdf)).numPages).toBeGreaterThanOrEqual(4);
  // 148 by 210 mm, in points.
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 4(19|20)(\.\d+)? 59[45](\.\d+)?\]/);
});
