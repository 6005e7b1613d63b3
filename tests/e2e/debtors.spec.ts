import { ADMIN, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin sees which families have not paid in time, reads the reminder and sends it', async ({
  page,
  school,
}) => {
  test.setTimeout(120_000);
  const email = 'overdue@test.example';
  await signUp(page, { email, password: DEMO_PASSWORD, name: 'Olga Overdue' });
  await askToProveAddress(page, school, email);
  const { insertedId: learnerid } = await callAs(page, 'POST', '/learners', {
    firstname: 'Mila',
    lastname: 'Overdue',
  });
  const [classid] = await signInWith(page, 'Late Strings');
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  await callAs(page, 'POST', '/enrolments', { classid, learnerid, pay: 'due' });
  const { insertedId: userid } = await callAs(page, 'POST', '/families', {
    name: 'Rosa Silent',
    phone: '+49 30 1234',
    learners: [{ firstname: 'Tim', lastname: 'Silent' }],
  });
  const { learners } = await callAs<{ learners: { _id: string; self: boolean }[] }>(
    page,
    'GET',
    `/families/${userid}`,
  );
  const tim = learners.find(({ self }) => !self)?._id;
  await callAs(page, 'POST', '/enrolments', { classid, learnerid: tim, pay: 'due' });

  await page.goto('/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Overdue' }).first().click();
  await page.waitForURL('**/admin/debtors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overdue');
  const olga = page.getByRole('row').filter({ hasText: 'Olga Overdue' });
  await expect(olga).toContainText('Late Strings, Mila Overdue, since');
  await expect(olga).toContainText('None yet');
  const rosa = page.getByRole('row').filter({ hasText: 'Rosa Silent' });
  await expect(rosa).toContainText('No email address: please call.');
  await expectAccessible(page);

  for (const language of ['', '/de', '/fr']) {
    await page.goto(`${language}/admin/debtors`);
    await expect(page.getByRole('row').filter({ hasText: 'Olga Overdue' })).toBeVisible();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSideways(page);
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}-list${language.slice(1)}-${width}.png`,
          fullPage: true,
        });
    }
  }
  await page.goto('/admin/debtors');
  await olga.getByRole('button', { name: /^Remind/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind Olga Overdue' });
  await expect(dialog).toContainText(email);
  const letter = dialog.frameLocator('iframe');
  await expect(letter.getByText('Place in Late Strings')).toBeVisible();
  await expect(letter.getByText('Your balance in all')).toBeVisible();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-remind-${width}.png` });
  }
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The reminder is on its way.')).toBeVisible();
  await expect(olga).not.toContainText('None yet');
  await olga.getByRole('button', { name: /^Remind/ }).click();
  await expect(dialog.getByText('This family was reminded today already.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export overdue' }).click();
  expect((await download).suggestedFilename()).toMatch(/debtors.*\.csv/);

  await signIn(page, ADMIN.email);
  await page.goto('/admin/log');
  await expect(page.getByText(/reminded Olga Overdue of \$\d+/)).toBeVisible();
});
