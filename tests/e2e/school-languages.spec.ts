import { ADMIN, STUDENT } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { onOwnSchool } from './own-school.ts';

/** Of its own: another language stands on every page of the school. */
const test = onOwnSchool();

test('an admin adds a language, translates the welcome and a text, and a student chooses the one of their mails', async ({
  page,
  browser,
  school,
}) => {
  await signIn(page, ADMIN.email);
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
