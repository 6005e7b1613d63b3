import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { faultsOn } from './axe.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

const { hana, samira } = INSTRUCTORS;

const idOf = async (
  request: { get: (url: string) => Promise<{ json(): Promise<unknown> }> },
  name: string,
) => {
  const all = (await (await request.get('/api/instructor/all')).json()) as { _id: string; name: string }[];
  return all.find((instructor) => instructor.name === name)?._id ?? '';
};

test('a card leads to the page of an instructor, where a class can be chosen', async ({ page }) => {
  await page.goto('/instructorlist');
  await page.getByRole('link', { name: hana.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: hana.name })).toBeVisible();
  await expect(page).toHaveTitle(`Cadenza | ${hana.name}`);
  await expect(page.getByRole('list', { name: 'Instruments' })).toContainText('Clarinet');
  await page
    .getByRole('button', { name: /^Select/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
});

test('an instructor writes what visitors read, and an admin takes it away', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, samira.email);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'What visitors read about you' });
  await panel.getByRole('checkbox', { name: 'Violin' }).check();
  await panel.getByLabel('Other instruments').fill('Oud, , oud,Double bass');
  await panel.getByLabel('About you').fill('I play the oud.\n\n<b>Loudly</b>.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: visitors can read it now')).toBeVisible();
  await expect(panel.getByLabel('Other instruments')).toHaveValue('oud, Double bass');
  await expect(panel.getByRole('checkbox', { name: 'Violin' })).toBeChecked();
  if (process.env.SHOTS) await panel.screenshot({ path: `${process.env.SHOTS}/profile-panel.png` });
  await panel.getByRole('link', { name: 'See your page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: samira.name })).toBeVisible();
  await expect(page.getByText('<b>Loudly</b>.')).toBeVisible();
  const violin = page.getByRole('list', { name: 'Instruments' }).getByRole('link', { name: 'Violin' });
  await expect(violin).toHaveAttribute('href', /^\/classes\?instrument=/);
  await expect(page.getByRole('button', { name: 'Remove this text' })).toHaveCount(0);

  const admin = await (await browser.newContext({ baseURL })).newPage();
  await signIn(admin, ADMIN.email);
  await admin.goto(page.url());
  await admin.getByRole('button', { name: 'Remove this text' }).click();
  await admin
    .getByRole('dialog', { name: 'Remove this text?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(admin.getByText('The text and the instruments are removed')).toBeVisible();
  await expect(admin.getByText('I play the oud.')).toHaveCount(0);

  // What is typed outlives that somebody else was first.
  await goBack(page);
  await page.reload();
  await admin.goto('/');
  await expect(panel.getByLabel('About you')).toHaveValue('');
});

test('the page works without scripts, and machines read a person', async ({ browser, baseURL, request }) => {
  const id = await idOf(request, hana.name);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/instructors/${id}`);
  await expect(page.getByRole('heading', { name: 'Classes', exact: true })).toBeVisible();
  const person = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(person).toMatchObject({
    '@type': 'Person',
    name: hana.name,
    knowsAbout: ['Flute', 'Clarinet', 'Recorder'],
  });
  expect(person.url).toBe(`${baseURL}/instructors/${id}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', person.url);
  expect((await request.get('/instructors/nobody')).status()).toBe(404);
});

test('where somebody taught before, the page says so and shows who does', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await (await browser.newContext({ baseURL })).newPage();
  await signIn(admin, ADMIN.email);
  const left = await admin.evaluate(async () => {
    const ask = async (method: string, path: string) => {
      const answer = await fetch(`/api${path}`, {
        method,
        headers: { authorization: `Bearer ${localStorage.getItem('access-token')}` },
      });
      return answer.json();
    };
    const { items } = await ask('GET', '/users/search?role=student');
    await ask('PATCH', `/users/instructor/${items[0]._id}`);
    await ask('PATCH', `/users/student/${items[0]._id}`);
    return items[0]._id;
  });
  const answer = await page.goto(`/instructors/${left}`);
  expect(answer?.status()).toBe(410);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This person no longer teaches here.');
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'All instructors' }).click();
  await expect(page.getByRole('heading', { name: 'Instructor List' })).toBeVisible();
});

for (const width of walkedAt(360, 1280)) {
  test(`axe finds nothing on the page of an instructor at ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/instructors/${await idOf(request, hana.name)}`);
    await page.waitForLoadState('networkidle');
    const violations = await faultsOn(page);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
      [],
    );
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess).toBeLessThanOrEqual(0);
  });
}
