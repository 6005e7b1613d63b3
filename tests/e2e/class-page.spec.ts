import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { row } from './admin.ts';
import { addPendingClass, callAs, expectAccessible, expectNoSideways, registerPerson } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';
import { pressByKey, signInByKey } from './keyboard.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { clara, hana } = INSTRUCTORS;

const offered: string[] = [];

// Other journeys count the classes of the school.
test.afterAll(async ({ browser, school }) => {
  const page = await browser.newPage({ baseURL: school.url });
  await signIn(page, ADMIN.email);
  for (const id of offered) await callAs(page, 'DELETE', `/delete/${id}`);
  await page.close();
});

/** A class on the public list, with these words; gives its id. The admin is signed in on the page then. */
async function offer(page: Page, classname: string, fields: object = {}): Promise<string> {
  await signIn(page, ADMIN.email);
  const image = '/art/class-first-piano-960.webp';
  const form = { classname, image, price: '45', availableseat: 7, instructoremail: clara.email };
  const { insertedId } = await callAs(page, 'POST', '/addclass', { ...form, ...fields });
  await callAs(page, 'PUT', `/class/approved/${insertedId}`);
  offered.push(insertedId);
  return insertedId;
}

test('a visitor opens a class from its card, reads it whole and selects it before any script runs', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/classes?q=ukulele');
  await page.goto('/classes?q=first+steps');
  await page.getByRole('link', { name: 'First Steps at the Piano' }).click();
  await expect(page).toHaveURL(/\/classes\/[^/?]+$/);
  await expect(page).toHaveTitle('Cadenza | First Steps at the Piano');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First Steps at the Piano');
  const price = page.getByRole('region', { name: 'Price and places' });
  await expect(price).toContainText('$48');
  await expect(price).toContainText('+ $60 enrolment fee');
  await expect(price).toContainText('4 places left');
  await expect(page.getByText('For children of six to nine')).toBeVisible();
  await price.getByRole('button', { name: /^Select/ }).click();
  held.resolve();
  await expect(page.getByText('Login to select Class')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('a student selects on the page, goes on to pay, and the seat is gone at the next request', async ({
  page,
}) => {
  const id = await offer(page, 'Kazoo to buy', { availableseat: 2 });
  await registerPerson(page);
  await page.goto(`/classes/${id}`);
  const price = page.getByRole('region', { name: 'Price and places' });
  await expect(price).toContainText('2 places left');
  await price.getByRole('button', { name: /^Select/ }).click();
  await expect(page.getByText("You've Selected Class")).toBeVisible();
  await price.getByRole('link', { name: /^Selected/ }).click();
  await row(page, 'Kazoo to buy').getByRole('link', { name: /Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
  // The seat is held for the student who pays.
  await expect(page.getByText(/A place is held for you/)).toBeVisible();
  expect(await (await page.request.get(`/classes/${id}`)).text()).toContain('1 place left');
});

test('an admin adds a class, hands it over and takes it off: its page follows at every step, and names others instead', async ({
  page,
}) => {
  const id = await offer(page, 'Kazoo for a term');
  await page.goto(`/classes/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kazoo for a term');
  await expectAccessible(page);

  await page.goto('/admin/manageclass?q=kazoo+for+a+term');
  await row(page, 'Kazoo for a term')
    .getByRole('button', { name: /^Hand over/ })
    .click();
  const handOver = page.getByRole('dialog', { name: 'Hand this class over' });
  await handOver.getByLabel('New teacher').selectOption(hana.email);
  await handOver.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText(`Handed over to ${hana.name}`)).toBeVisible();
  expect(await (await page.request.get(`/classes/${id}`)).text()).toContain(hana.name);

  await row(page, 'Kazoo for a term')
    .getByRole('button', { name: /^Take off/ })
    .click();
  const reason = page.getByRole('dialog', { name: 'Take this class off the list?' });
  await reason.getByRole('textbox').fill('The room is gone.');
  await reason.getByRole('button', { name: 'Take it off the list' }).click();
  await expect(page.getByText('Class denied')).toBeVisible();

  // Who decides on it still sees it, and is told that others do not.
  await page.goto(`/classes/${id}`);
  await expect(page.getByText('This class is denied.')).toBeVisible();
  // Who signs out leaves nothing of it on the screen.
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This class is no longer offered.');

  const gone = await page.goto(`/classes/${id}`);
  expect(gone?.status()).toBe(410);
  await expect(page).toHaveTitle('Cadenza | No longer offered');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This class is no longer offered.');
  await expect(
    page.getByRole('region', { name: 'You could look at these' }).getByRole('article'),
  ).toHaveCount(3);
  await expect(page.getByText('The room is gone.')).toHaveCount(0);
  await expectAccessible(page);
});

test('a class that waits, or that there never was, is not found; its instructor sees it all the same', async ({
  page,
}) => {
  await signIn(page, clara.email);
  const id = await addPendingClass(page, 'Kazoo in waiting');
  expect((await page.request.get('/classes/nowhere')).status()).toBe(404);
  expect((await page.goto(`/classes/${id}`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kazoo in waiting');
  await expect(page.getByText('This class is pending.')).toBeVisible();

  // What there is not is asked for once more, and not for ever.
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/class/nowhere')) calls++;
  });
  await page.goto('/classes/nowhere');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('could not be found');
  expect(calls).toBe(1);
});

test('on paper it is a flyer of one sheet, A4 or Letter, with a code of its address, however long its words are', async ({
  page,
  school,
}) => {
  const short = await offer(page, 'Kazoo');
  const long = await offer(page, 'Kazoo '.repeat(19), { description: 'All about kazoos.\n'.repeat(110) });
  for (const id of [short, long]) {
    await page.goto(`/classes/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kazoo');
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g), `${format}, ${id}`).toHaveLength(1);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('img', { name: 'QR code of this page' })).toBeVisible();
    await expect(page.getByText(`${new URL(school.url).host}/classes/${id}`)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: null });
  }
  const inPage = await page.getByLabel('QR code of this page').locator('path').getAttribute('d');
  const alone = await (await page.request.get(`/classes/${long}/qr.svg`)).text();
  expect(alone).toContain(`d="${inPage}"`);
  expect((await page.request.get('/classes/nowhere/qr.svg')).status()).toBe(404);

  // Reached by scripts, the page has the code too; the button prints.
  await page.goto('/classes?q=kazoo');
  await page.getByRole('link', { name: 'Kazoo', exact: true }).click();
  await expect(page.getByLabel('QR code of this page').locator('path')).toHaveCount(1);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print a flyer' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
});

test('by the keyboard alone: from the list to the page, and select', async ({ page, browser }) => {
  const admins = await browser.newPage();
  const id = await offer(admins, 'Kazoo by keys');
  await admins.close();
  await signInByKey(page, STUDENT.email);
  await page.goto('/classes?q=kazoo+by+keys');
  await pressByKey(page, page.getByRole('link', { name: 'Kazoo by keys' }));
  await expect(page).toHaveURL(new RegExp(`/classes/${id}$`));
  const price = page.getByRole('region', { name: 'Price and places' });
  await pressByKey(page, price.getByRole('button', { name: /^Select/ }));
  await expect(page.getByText("You've Selected Class")).toBeVisible();
  await expect(price.getByRole('link', { name: /^Selected/ })).toBeVisible();
});

for (const width of [360, 768, 1280])
  test(`at ${width} px nothing goes beyond the screen, whatever the words are`, async ({ page }) => {
    const id = await offer(page, `Kazoo${'o'.repeat(100)}`, { description: `K${'a'.repeat(300)}` });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/classes/${id}`);
    await expectNoSideways(page);
    await expectAccessible(page);
  });
