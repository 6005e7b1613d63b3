import type { Page } from '@playwright/test';
import { ADMIN, STUDENT } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { onOwnSchool } from './own-school.ts';

/** Of its own: another language stands on every page of the school. */
const test = onOwnSchool();

const save = (page: Page) => page.locator('main form').first().locator('[type=submit]').click();
/** Makes the school one of English alone, whose welcome is a title. */
async function speakEnglishAlone(page: Page, title: string) {
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  const empty = { title: '', words: '', lines: [] };
  const welcome = { ...empty, title, language: 'en', translations: { de: empty, fr: empty } };
  await callAs(page, 'PUT', '/school', { version, languages: ['en'], welcome });
}

const preview = (page: Page) => page.frameLocator('main iframe');

async function speak(page: Page, languages: readonly string[]) {
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  await callAs(page, 'PUT', '/school', { version, languages });
}

test('an admin adds a language, translates the welcome and a text, and a student chooses the one of their mails', async ({
  page,
  browser,
  school,
}) => {
  await signIn(page, ADMIN.email);
  await speakEnglishAlone(page, 'Music is learnt by playing it');
  await page.goto('/admin/school');
  const languages = page.getByRole('region', { name: 'Languages' });
  // A school speaks at least one.
  await expect(languages.getByLabel('English')).toBeDisabled();
  await expect(languages.getByLabel('Default language')).toHaveCount(0);
  await languages.getByLabel('Deutsch').check();
  await languages.getByLabel('Default language').selectOption('Deutsch');
  await expect(languages.getByRole('status')).toContainText('Addresses such as /classes will show Deutsch.');
  await languages.getByLabel('Default language').selectOption('English');
  await expect(languages.getByRole('status')).toHaveCount(0);
  const english = page.getByRole('group', { name: 'English' });
  await expect(english.getByLabel('Title')).toHaveValue('Music is learnt by playing it');
  await page.getByRole('group', { name: 'Deutsch' }).getByLabel('Title').fill('Musik lernt man beim Spielen');
  await expectAccessible(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page);
  }
  await page.locator('form').first().getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything above is saved.')).toBeVisible();
  expect(await callAs(page, 'GET', '/school')).toMatchObject({
    languages: ['en', 'de'],
    welcome: {
      title: 'Music is learnt by playing it',
      translations: { de: { title: 'Musik lernt man beim Spielen' } },
    },
  });

  await page.goto('/admin/texts/terms');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Be kind.');
  await page.getByRole('button', { name: 'Deutsch, not written yet' }).click();
  await text.fill('Seien Sie freundlich.');
  await page.getByRole('button', { name: 'English', exact: true }).click();
  await expect(text).toHaveValue('Be kind.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published: everyone can read it now.')).toBeVisible();
  await text.fill('Be kind and early.');
  await expect(page.getByText('English has changed and Deutsch has not')).toBeVisible();
  const german = await page.request.get('/api/texts/terms?language=de');
  expect(await german.json()).toMatchObject({ language: 'de', markdown: 'Seien Sie freundlich.' });

  const student = await (await browser.newContext({ baseURL: school.url })).newPage();
  await signIn(student, STUDENT.email);
  await student.goto('/account');
  const panel = student.getByRole('region', { name: 'Language' });
  await panel.getByLabel('Language of emails and calendars').selectOption('Deutsch');
  await panel.getByRole('button', { name: 'Save my language' }).click();
  await expect(student.getByText('Your language is saved')).toBeVisible();
  await expectAccessible(student);
  await student.reload();
  await expect(panel.getByLabel('Language of emails and calendars')).toHaveValue('de');
  await student.context().close();
});

test('what another admin saves of a text is never written over by a language that was left alone', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await speak(page, ['en', 'de', 'fr']);
  const write = (version: number, markdown: string, de: string, fr: string) =>
    callAs(page, 'PUT', '/texts/about', {
      version,
      language: 'en',
      markdown,
      translations: { de: { markdown: de }, fr: { markdown: fr } },
    });
  const text = page.getByRole('textbox', { name: 'Text' });
  const tab = (name: string) => page.getByRole('button', { name, exact: true });
  await write(0, 'We teach.', 'Wir lehren.', '');
  await page.goto('/admin/texts/about');
  await expect(text).not.toHaveAttribute('lang');
  await tab('Deutsch').click();
  await expect(text).toHaveAttribute('lang', 'de');
  await expect(tab('Deutsch').getByText('Deutsch')).toHaveAttribute('lang', 'de');
  await text.fill('Wir unterrichten.');
  const drafts = () =>
    page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, kept]) =>
        key.startsWith('draft:') ? [JSON.parse(kept).fields] : [],
      ),
    );
  await expect.poll(drafts).toEqual([{ 'markdown.de': 'Wir unterrichten.' }]);

  await write(1, 'We teach music.', 'Wir lehren Musik.', 'Nous enseignons.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(text).toHaveValue('We teach music.');
  await tab('Français').click();
  await expect(text).toHaveValue('Nous enseignons.');
  await tab('Deutsch').click();
  await expect(text).toHaveValue('Wir unterrichten.');

  await write(2, 'We teach music.', 'Wir lehren gern.', 'Nous enseignons la musique.');
  await tab('English').click();
  await tab('Publish').click();
  const notice = page.getByRole('region', { name: 'This page was changed while you were writing' });
  await expect(notice).toBeFocused();
  await expect(notice.getByRole('heading', { level: 3 })).toHaveText(['Deutsch', 'Français']);
  await expect(notice).toContainText('Wir lehren gern.');
  await expect(notice).toContainText('Nous enseignons la musique.');
  await expectAccessible(page);
  await tab('Publish').click();
  await expect(page.getByText('Published: everyone can read it now.')).toBeVisible();
  expect(await callAs(page, 'GET', '/texts/about')).toMatchObject({
    markdown: 'We teach music.',
    translations: {
      de: { markdown: 'Wir unterrichten.' },
      fr: { markdown: 'Nous enseignons la musique.' },
    },
  });
});

test('a picture that is on its way into a text stays in its language', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await speak(page, ['en', 'de']);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/1\/upload/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/texts/terms');
  const tabs = page.getByRole('group', { name: 'Language of the text' });
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(tabs.getByRole('button', { name: 'Deutsch' })).toBeEnabled();
  await page.locator('form input[type="file"]').setInputFiles('public/art/person-lena-480.webp');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(tabs.getByRole('button', { name: 'Deutsch' })).toBeDisabled();
  letGo();
  await expect(tabs.getByRole('button', { name: 'Deutsch' })).toBeEnabled();
  expect(await text.inputValue()).toContain('![');
});

test('an admin tries languages out, sees the welcome in the one they read, and stays in it when it becomes the default', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await speakEnglishAlone(page, 'Play');
  await page.goto('/admin/school');
  const deutsch = page.getByRole('checkbox', { name: 'Deutsch' });
  const german = page.getByRole('group', { name: 'Deutsch' }).locator('input').first();
  await deutsch.check();
  await german.fill('Spielen');
  await deutsch.uncheck();
  await expect(german).toHaveCount(0);
  await deutsch.check();
  await expect(german).toHaveValue('Spielen');
  await save(page);
  await expect(page.getByText('Everything above is saved.')).toBeVisible();
  // Nothing is left to ask about.
  await page.locator('header a[href="/classes"]').first().click();
  await expect(page).toHaveURL('/classes');

  await page.goto('/de/admin/school');
  const title = preview(page).locator('h1');
  await expect(title).toHaveText('Spielen');
  await german.fill('');
  await expect(title).toHaveText('Play');
  await expect(title).toHaveAttribute('lang', 'en');
  await german.fill('Spielen!');
  await expect(title).toHaveText('Spielen!');
  const english = page.getByRole('group', { name: 'English' });
  await expect(english.locator('[lang=en] label')).toHaveCount(0);
  await expect(english.locator('input').first()).toHaveAttribute('lang', 'en');
  await expect(english.locator('legend')).toHaveAttribute('lang', 'en');
  expect(await english.evaluate((group) => group.closest<HTMLElement>('[lang]')?.lang)).toBe('de');

  await page.locator('select[name=defaultLanguage]').selectOption('de');
  await save(page);
  await expect(page).toHaveURL('/admin/school');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(german).toHaveValue('Spielen!');
});
