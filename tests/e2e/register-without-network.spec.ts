import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { THIS_SESSION } from '#contract/account/sign-out.ts';
import { INSTRUCTORS } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signInByForm } from './fixtures.ts';
import {
  addLessonToday,
  marksOf,
  openToday,
  registerOf,
  saving,
  TEACHER,
  target,
  test,
  workerReady,
} from './registers.ts';
import { walkedAt } from './walked-at.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const keptHere = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => !name?.startsWith('firebase')),
  }));

/** What is sent to the registers from now on. */
function watchSent(context: BrowserContext) {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/register'))
      sent.push(request.postData() ?? '');
  });
  return sent;
}

for (const width of walkedAt(360, 1280))
  test(`a lesson is marked in a basement, the page reloaded there, and all of it arrives, ${width} wide`, async ({
    page,
    context,
    school,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { lessonid, classname } = await addLessonToday(page);
    await openToday(page, classname);
    await workerReady(page);
    await target(page, 'Ada', 'Present').click();
    await expect(saving(page)).toHaveText('Saved');
    await expect.poll(() => marksOf(page, lessonid)).toMatchObject({ Ada: 'present', Ben: null });
    await expectNoSideways(page);
    await expectAccessible(page);

    await context.setOffline(true);
    await target(page, 'Ben', 'Late').click();
    await expect(saving(page)).toHaveText('1 waiting for the network');
    await page.reload();
    await openToday(page, classname);
    await expect(target(page, 'Ada', 'Present')).toHaveAttribute('aria-pressed', 'true');
    await expect(target(page, 'Ben', 'Late')).toHaveAttribute('aria-pressed', 'true');
    await target(page, 'Cleo', 'Absent').click();
    await expect(saving(page)).toHaveText('2 waiting for the network');
    // Once, and without an alert over what goes on.
    await expect(page.getByText(/^The school cannot be reached/)).toHaveCount(1);
    await expectAccessible(page);

    // A network without the school.
    await school.stop();
    await context.setOffline(false);
    await openToday(page, classname);
    await expect(target(page, 'Cleo', 'Absent')).toHaveAttribute('aria-pressed', 'true');
    await expect(saving(page)).toHaveText('2 waiting for the network');

    const sent = watchSent(context);
    await school.again();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(saving(page)).toHaveText('Saved', { timeout: 30_000 });
    expect(await marksOf(page, lessonid)).toEqual({ Ada: 'present', Ben: 'late', Cleo: 'absent' });
    expect(sent).toHaveLength(1);
    await page.reload();
    await openToday(page, classname);
    await expect(saving(page)).toHaveText('Saved');
    expect(sent).toHaveLength(1);
  });

test('the keys 1, 2, 3 and the arrows mark a lesson; all present can be taken back', async ({ page }) => {
  const { lessonid, classname } = await addLessonToday(page);
  await openToday(page, classname);
  await page.getByRole('button', { name: 'All present' }).click();
  await expect(page.getByText('3 students marked present.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'All present' })).toBeEnabled();
  await expect(saving(page)).toHaveText('Saved');

  await page.getByRole('button', { name: 'All present' }).focus();
  await page.keyboard.press('Tab');
  await expect(target(page, 'Ada', 'Present')).toBeFocused();
  for (const key of ['2', 'ArrowDown', '3', 'ArrowDown', '3', 'ArrowLeft', 'Enter'])
    await page.keyboard.press(key);
  await expect(target(page, 'Cleo', 'Late')).toBeFocused();
  await expect(saving(page)).toHaveText('Saved');
  await expect.poll(() => marksOf(page, lessonid)).toEqual({ Ada: 'late', Ben: 'absent', Cleo: 'late' });

  await openToday(page, classname);
  await expect(page.getByRole('button', { name: 'All present' })).toBeDisabled();
});

test('a newer mark of another device stands and is shown; a student who has left is said', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { lessonid, classname, learners } = await addLessonToday(page);
  await openToday(page, classname);
  await context.setOffline(true);
  await target(page, 'Ada', 'Present').click();
  await target(page, 'Ben', 'Present').click();
  await expect(saving(page)).toHaveText('2 waiting for the network');

  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(other, TEACHER);
  const markedat = new Date().toISOString();
  await callAs(other, 'PUT', `/lessons/${lessonid}/register`, {
    marks: [{ learnerid: learners[0], state: 'absent', markedat }],
  });
  await other.context().close();

  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(saving(page)).toHaveText('Saved', { timeout: 30_000 });
  await expect(target(page, 'Ada', 'Absent')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Changed on another device')).toBeVisible();
  expect(await marksOf(page, lessonid)).toMatchObject({ Ada: 'absent', Ben: 'present' });
});

test('what one tab marks the other shows, and sends where the first cannot', async ({ page, context }) => {
  const { lessonid, classname } = await addLessonToday(page);
  await openToday(page, classname);
  const second = await context.newPage();
  await openToday(second, classname);
  await context.setOffline(true);
  await target(page, 'Ada', 'Present').click();
  await expect(target(second, 'Ada', 'Present')).toHaveAttribute('aria-pressed', 'true');
  await page.close();
  const sent = watchSent(context);
  await context.setOffline(false);
  await second.evaluate(() => dispatchEvent(new Event('online')));
  await expect(saving(second)).toHaveText('Saved', { timeout: 30_000 });
  expect(sent).toHaveLength(1);
  expect(await marksOf(second, lessonid)).toMatchObject({ Ada: 'present' });
});

test('a sign-in that ended removes the rosters and keeps the marks for the same account', async ({
  page,
  context,
  request,
}) => {
  const { lessonid, classname } = await addLessonToday(page);
  await openToday(page, classname);
  await context.setOffline(true);
  await target(page, 'Ada', 'Late').click();
  await expect(saving(page)).toHaveText('1 waiting for the network');
  // As it is ended on the account page of another device.
  const token = await page.evaluate(() => localStorage.getItem('access-token'));
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.delete(`/api/account/sessions/${THIS_SESSION}`, { headers })).ok()).toBe(true);
  await context.setOffline(false);
  await expect(page.getByText(/^Your sign-in has ended. 1 mark waits on this device/)).toBeVisible();
  await expect.poll(() => keptHere(page)).toMatchObject({ databases: ['marks'] });
  await expect(page.getByText('Ada Register')).toHaveCount(0);

  await page.getByRole('link', { name: 'Sign in again' }).click();
  await signInByForm(page, INSTRUCTORS.hana.email);
  await page.goto('/instructor/today');
  await expect(page.getByText(/^1 mark of another account waits on this device/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signInByForm(page, TEACHER);
  await openToday(page, classname);
  await expect(saving(page)).toHaveText('Saved');
  await expect.poll(() => marksOf(page, lessonid)).toMatchObject({ Ada: 'late' });
});

test('signing out removes what was kept of rosters', async ({ page }) => {
  const { classname } = await addLessonToday(page);
  await openToday(page, classname);
  await workerReady(page);
  await expect.poll(() => keptHere(page)).toMatchObject({ databases: ['marks', 'rosters'] });
  const kept = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const open = indexedDB.open('rosters');
        open.onsuccess = () => {
          const all = open.result.transaction('registers').objectStore('registers').getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
  expect(kept).toContain('Ada Register');
  expect(kept).not.toMatch(/@|"born|"email|"phone/);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => keptHere(page)).toMatchObject({ databases: ['marks'] });
});

test('the worker serves this page alone, in each language its own', async ({ page, request }) => {
  const { classname } = await addLessonToday(page);
  await page.goto('/de/instructor/today');
  await expect(page.getByRole('button', { name: classname })).toBeVisible();
  await workerReady(page);
  expect((await keptHere(page)).workers).toEqual(['/de/instructor/today']);
  const script = await request.get('/de/instructor/today/worker.js');
  expect(script.headers()['service-worker-allowed']).toBe('/de/instructor/today');
  expect(script.headers()['content-security-policy']).toContain("worker-src 'self'");
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Heute');
  await expect(page.goto('/de/instructor')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

const ROOT = join(import.meta.dirname, '..', '..');
const [WORDS, OTHER_WORDS] = ['All present', 'Everyone is here'];

/** The product as another build of it is deployed: its scripts lie in another folder and say other words. */
function buildAnother() {
  const root = mkdtempSync(join(tmpdir(), 'cadenza-deployed-'));
  for (const name of ['build', 'scripts', 'package.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  const list = join(root, 'build', 'server', 'languages.json');
  const folders: Record<string, string> = JSON.parse(readFileSync(list, 'utf8'));
  const before = folders.en ?? '';
  const folder = `${before.slice(0, -1)}${before.endsWith('0') ? '1' : '0'}`;
  const assets = join(root, 'build', 'client', 'assets');
  renameSync(join(assets, before), join(assets, folder));
  for (const name of readdirSync(join(assets, folder))) {
    const file = join(assets, folder, name);
    if (name.endsWith('.br')) rmSync(file);
    else
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll(`/${before}/`, `/${folder}/`).replaceAll(WORDS, OTHER_WORDS),
      );
  }
  writeFileSync(list, JSON.stringify({ ...folders, en: folder }));
  return { root, folder, remove: () => rmSync(root, { recursive: true, force: true }) };
}

test('a new deployment replaces what the page opens with without a network, and marks that wait arrive', async ({
  page,
  context,
  school,
}) => {
  const { lessonid, classname } = await addLessonToday(page);
  await openToday(page, classname);
  await workerReady(page);
  await context.setOffline(true);
  await page.reload();
  await openToday(page, classname);
  await expect(page.getByRole('button', { name: WORDS })).toBeVisible();
  await target(page, 'Ada', 'Late').click();
  await expect(saving(page)).toHaveText('1 waiting for the network');

  const another = buildAnother();
  await school.stop();
  await school.again({}, another.root);
  await context.setOffline(false);
  await openToday(page, classname);
  await expect(page.getByRole('button', { name: OTHER_WORDS })).toBeVisible();
  await expect(saving(page)).toHaveText('Saved', { timeout: 30_000 });
  expect(await marksOf(page, lessonid)).toMatchObject({ Ada: 'late' });
  const kept = () => page.evaluate(() => caches.keys());
  await expect
    .poll(async () => (await kept()).filter((name) => name.endsWith(another.folder)), { timeout: 30_000 })
    .toHaveLength(1);
  // A browser ends a worker that has nothing to do, and activates the next; not while its tools look on, as here.
  const tools = await context.newCDPSession(page);
  await tools.send('ServiceWorker.enable');
  await expect(async () => {
    const state = await page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return (installing ?? waiting)?.state ?? 'activated';
    });
    if (state === 'installed') await tools.send('ServiceWorker.stopAllWorkers');
    expect(state).toBe('activated');
  }).toPass({ timeout: 30_000 });

  await context.setOffline(true);
  await page.reload();
  await openToday(page, classname);
  await expect(page.getByRole('button', { name: OTHER_WORDS })).toBeVisible();
  await target(page, 'Ben', 'Absent').click();
  await expect(saving(page)).toHaveText('1 waiting for the network');
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(saving(page)).toHaveText('Saved', { timeout: 30_000 });
  expect(await marksOf(page, lessonid)).toMatchObject({ Ada: 'late', Ben: 'absent' });
  // The build before stays for pages that are open, and none before that.
  expect((await kept()).length).toBeLessThanOrEqual(2);
  await school.stop();
  await school.again();
  another.remove();
});

test('a browser whose clock is an hour ahead does not win over marks that are made later', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await context.addInitScript((ahead) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(Right.now() + ahead);
        else super(...(given as [number]));
      }
      static override now() {
        return Right.now() + ahead;
      }
    } as unknown as DateConstructor;
  }, 60 * 60_000);
  const { lessonid, classname, learners } = await addLessonToday(page);
  await openToday(page, classname);
  await target(page, 'Ada', 'Present').click();
  await expect(saving(page)).toHaveText('Saved');
  await context.setOffline(true);
  await target(page, 'Ben', 'Present').click();
  await expect(saving(page)).toHaveText('1 waiting for the network');

  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(other, TEACHER);
  const markedat = new Date().toISOString();
  const marks = learners.slice(0, 2).map((learnerid) => ({ learnerid, state: 'absent', markedat }));
  expect(await callAs(other, 'PUT', `/lessons/${lessonid}/register`, { marks })).toMatchObject({ older: [] });
  await other.context().close();

  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(saving(page)).toHaveText('Saved', { timeout: 30_000 });
  await expect(target(page, 'Ben', 'Absent')).toHaveAttribute('aria-pressed', 'true');
  expect(await marksOf(page, lessonid)).toMatchObject({ Ada: 'absent', Ben: 'absent' });
  // What is marked here after that is newer.
  await target(page, 'Ben', 'Late').click();
  await expect(saving(page)).toHaveText('Saved');
  await expect.poll(() => marksOf(page, lessonid)).toMatchObject({ Ada: 'absent', Ben: 'late' });
});

for (const arrives of [true, false])
  test(`a tab that is closed while it sends loses nothing, where the marks ${arrives ? 'arrive' : 'do not arrive'}`, async ({
    page,
    context,
    school,
  }) => {
    const { lessonid, classname } = await addLessonToday(page);
    await openToday(page, classname);
    const sent = Promise.withResolvers<void>();
    // It is never answered.
    await context.route(`**/lessons/${lessonid}/register`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      if (arrives) await route.fetch();
      sent.resolve();
    });
    await target(page, 'Ada', 'Late').click();
    await sent.promise;
    await expect(saving(page)).toHaveText('Saving …');
    // What a browser lets go of a tab that is closed finds no school.
    if (!arrives) await school.stop();
    await page.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    if (!arrives) await school.again();

    const later = await context.newPage();
    if (!arrives) {
      await later.goto('/robots.txt');
      expect(await marksOf(later, lessonid)).toMatchObject({ Ada: null });
    }
    await openToday(later, classname);
    await expect(target(later, 'Ada', 'Late')).toHaveAttribute('aria-pressed', 'true');
    await expect(saving(later)).toHaveText('Saved', { timeout: 30_000 });
    const { rows } = await registerOf(later, lessonid);
    expect(rows.find(({ learnername }) => learnername === 'Ada Register')).toMatchObject({
      state: 'late',
      version: 1,
    });
  });

test('SERVICE_WORKER=off removes the worker and all that it kept', async ({ page, school }) => {
  const { classname } = await addLessonToday(page);
  await openToday(page, classname);
  await workerReady(page);
  await expect.poll(() => keptHere(page)).toMatchObject({ workers: ['/instructor/today'], caches: 1 });
  await school.stop();
  await school.again({ SERVICE_WORKER: 'off' });
  await openToday(page, classname);
  await expect.poll(() => keptHere(page)).toEqual({ workers: [], caches: 0, databases: [] });
  await target(page, 'Ada', 'Present').click();
  await expect(saving(page)).toHaveText('Saved');
  expect(await keptHere(page)).toEqual({ workers: [], caches: 0, databases: [] });
  await school.stop();
  await school.again();
});

test('a class of many fits a phone, and keys and taps reach each student', async ({ page }) => {
  test.setTimeout(180_000);
  const others = Array.from({ length: 18 }, (_, at) => `Student ${String(at + 1).padStart(2, '0')}`);
  const { lessonid, classname } = await addLessonToday(page, ['Ada', ...others]);
  await page.setViewportSize({ width: 360, height: 740 });
  await openToday(page, classname);
  await expect(page.locator('[data-learner]')).toHaveCount(19);
  // Also what is not in sight is as narrow as the page.
  await expectNoSideways(page);
  await target(page, 'Ada', 'Present').focus();
  for (let at = 0; at < 10; at++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('2');
  await expect(target(page, 'Student 10', 'Late')).toHaveAttribute('aria-pressed', 'true');
  await target(page, 'Student 18', 'Absent').click();
  await expect(saving(page)).toHaveText('Saved', { timeout: 30_000 });
  const rows = (await registerOf(page, lessonid)).rows.filter(({ state }) => state !== null);
  expect(rows.map(({ learnername, state }) => `${learnername}: ${state}`)).toEqual([
    'Student 10 Register: late',
    'Student 18 Register: absent',
  ]);
});
