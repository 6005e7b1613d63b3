import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callAs } from './areas.ts';
import { expect, goBack, signIn, use } from './fixtures.ts';
import { onOwnSchool } from './own-school.ts';

/* A school that speaks three languages: each page has an address in each. */

const test = onOwnSchool();

const ADMIN = 'admin@cadenza.example';
const STUDENT = 'student@cadenza.example';

/** Says as an admin which languages the school has, and leaves the browser as that of a visitor. */
async function speak(page: Page, languages: readonly string[]) {
  await signIn(page, ADMIN);
  await page.evaluate(async (languages) => {
    const { version } = await (await fetch('/api/school')).json();
    const answer = await fetch('/api/school', {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('access-token')}`,
      },
      body: JSON.stringify({ version, languages }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.json();
    localStorage.clear();
  }, languages);
}

test.beforeEach(async ({ page }) => speak(page, ['en', 'de', 'fr']));

test('the switch leads to the same page with its query, and back again', async ({ page }) => {
  await page.goto('/classes?level=Beginner&from_mail=1');
  await use(page);
  await page.locator('header summary').click();
  await page.locator('header').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL('/de/classes?level=Beginner&from_mail=1');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('header [aria-current=true]')).toHaveText('Deutsch');
  await use(page);
  await page.locator('header nav a[href$="/instructorlist"]').first().click();
  await expect(page).toHaveURL('/de/instructorlist');
  await goBack(page);
  await expect(page).toHaveURL('/de/classes?level=Beginner&from_mail=1');
  await goBack(page);
  await expect(page).toHaveURL('/classes?level=Beginner&from_mail=1');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('without scripts the switch, the links and the filter stay in the language', async ({
  browser,
  school,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: school.url });
  const page = await context.newPage();
  await page.goto('/classes?level=Beginner');
  await page.locator('footer').getByRole('link', { name: 'Français' }).click();
  await expect(page).toHaveURL('/fr/classes?level=Beginner');
  await page.locator('form[role=search] [type=submit]').click();
  await expect(page).toHaveURL(/\/fr\/classes\?.*level=Beginner/);
  await page.locator('header nav a[href$="/blogs"]').first().click();
  await expect(page).toHaveURL('/fr/blogs');
  await context.close();
});

test.describe('a reader of German', () => {
  test.use({ locale: 'de-AT' });

  test('is offered the page in German until they close the line', async ({ page }) => {
    await page.goto('/classes');
    const line = page.getByRole('complementary', { name: 'Deutsch' });
    await expect(line.getByRole('link')).toHaveText('Diese Seite auf Deutsch lesen');
    await expect(line.getByRole('link')).toHaveAttribute('href', '/de/classes');
    await line.getByRole('button', { name: 'Schließen' }).press('Enter');
    await expect(line).toBeHidden();
    await page.goto('/blogs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(line).toBeHidden();
  });

  test('follows it, and is offered nothing on pages in German or after choosing English', async ({
    page,
  }) => {
    await page.goto('/classes');
    await page.getByRole('link', { name: 'Diese Seite auf Deutsch lesen' }).click();
    await expect(page).toHaveURL('/de/classes');
    await expect(page.getByRole('complementary', { name: 'English' })).toBeHidden();
    await page.locator('footer').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/classes');
    await expect(page.getByRole('complementary', { name: 'Deutsch' })).toBeHidden();
  });
});

test('who signs in on a German page comes back to where they were, in German', async ({ page }) => {
  await page.goto('/de/login?from=%2Fde%2Fstudent%2Fclass%2Fselected');
  await use(page);
  await page.locator('input[name=email]').fill(STUDENT);
  await page.locator('input[name=password]').fill(DEMO_PASSWORD);
  await page.locator('form[method=post] [type=submit]').click();
  await expect(page).toHaveURL('/de/student/class/selected');
});

test('a page names where it is in each language, and a language taken away leads to the default', async ({
  page,
  request,
}) => {
  await page.goto('/de/classes');
  const links = page.locator('link[hreflang]');
  await expect(links).toHaveCount(4);
  expect(
    await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLLinkElement).href).pathname)),
  ).toEqual(['/classes', '/de/classes', '/fr/classes', '/classes']);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/de\/classes$/);
  const answerOf = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  expect(await answerOf('/en/classes?q=oboe')).toEqual([308, '/classes?q=oboe']);
  await speak(page, ['en', 'de']);
  expect(await answerOf('/fr/classes?q=oboe')).toEqual([307, '/classes?q=oboe']);
  expect((await answerOf('/de/classes'))[0]).toBe(200);
});

test('on a page in another language the words of the school say in which they are, and lead to its pages', async ({
  page,
}) => {
  await page.goto('/classes');
  const card = page.locator('.class-card').first();
  const name = await card.locator('h3').innerText();
  await expect(page.locator('main [lang]')).toHaveCount(0);
  await page.goto('/de/classes');
  await expect(card.locator('h3 [lang=en]')).toHaveText(name);
  await card.locator('h3 a').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await expect(page.locator('#about + p')).toHaveAttribute('lang', 'en');

  await signIn(page, ADMIN);
  const { version } = await callAs<{ version: number }>(page, 'GET', '/texts/absence');
  await callAs(page, 'PUT', '/texts/absence', {
    markdown: 'See [the classes](/classes).',
    translations: { de: { markdown: '' } },
    version,
  });
  await page.goto('/de/pages/absence');
  await expect(page.locator('.article[lang=en]').getByRole('link')).toHaveAttribute('href', '/de/classes');
  await page.goto('/pages/absence');
  await expect(page.locator('.article:not([lang])').getByRole('link')).toHaveAttribute('href', '/classes');
});
