import { addPendingClass } from './areas.ts';
import { expect, goBack, signIn, test } from './fixtures.ts';

test('what was typed into a new class is not lost by a link, by going back or by a reload', async ({
  page,
}) => {
  await signIn(page, 'clara@cadenza.example');
  await page.goto('/instructor/myclass');
  await page.getByRole('link', { name: 'Add Class' }).first().click();
  const name = page.getByLabel('Class Name');
  await name.fill('Hurdy-gurdy at Dusk');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });

  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/instructor/addclass');
  await expect(name).toHaveValue('Hurdy-gurdy at Dusk');

  await goBack(page);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Hurdy-gurdy at Dusk');

  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toBe('beforeunload');
  await expect(name).toHaveValue('Hurdy-gurdy at Dusk');

  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blogs');
});

test('who signs out while something is typed is asked first, in the header and on the account page', async ({
  page,
}) => {
  await signIn(page, 'clara@cadenza.example');
  await page.goto('/instructor/addclass');
  const name = page.getByLabel('Class Name');
  await name.fill('Serpent for Two');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' });
  await signOut.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(name).toHaveValue('Serpent for Two');
  await signOut.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();

  await signIn(page, 'clara@cadenza.example');
  await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).fill('Clara the Great');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('nothing is asked after a save, nor where nothing was typed', async ({ page }) => {
  await signIn(page, 'clara@cadenza.example');
  const id = await addPendingClass(page, 'Saved and Gone');
  await page.goto(`/instructor/updateclass/${id}`);
  await expect(page.getByLabel('Class Name')).toHaveValue('Saved and Gone');
  await page
    .getByRole('navigation', { name: 'Instructor area' })
    .getByRole('link', { name: 'My Class' })
    .click();
  await expect(page).toHaveURL('/instructor/myclass');

  await page.goto(`/instructor/updateclass/${id}`);
  await page.getByLabel('Description').fill('With a drone.');
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect(page).toHaveURL('/instructor/myclass');
});

test('a feedback that is being written survives Esc, twice, and a click beside the dialog', async ({
  page,
}) => {
  await signIn(page, 'clara@cadenza.example');
  await addPendingClass(page, 'Spoken About');
  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'admin@cadenza.example');
  await page.goto('/admin/manageclass?q=Spoken+About');
  const open = page.getByRole('button', { name: 'Feedback on Spoken About' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Write a feedback' });
  const text = dialog.getByLabel('Feedback');
  await text.fill('Three paragraphs of thought.');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Keep writing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toHaveValue('Three paragraphs of thought.');
  await dialog.getByRole('button', { name: 'Keep writing' }).click();
  await expect(text).toBeFocused();
  await page.mouse.click(5, 400);
  await expect(text).toHaveValue('Three paragraphs of thought.');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  await page.mouse.click(5, 400);
  await expect(dialog).toHaveCount(0);
});
