import { ADMIN, STUDENT } from '#server/database/seed/people.ts';
import { expectAccessible, expectFaultAt, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

test('a visitor asks about a class, and the office answers by mail', async ({ page }) => {
  await page.goto('/classes?q=Guitar+from+Zero');
  await page.getByRole('link', { name: 'Guitar from Zero' }).click();
  await page.getByRole('link', { name: 'Ask the school' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the school');
  await expect(page.getByRole('link', { name: 'Guitar from Zero' })).toBeVisible();
  await expectAccessible(page);
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await expectFaultAt(page.getByLabel('Your question'), 'Write your question.');
  await page.getByLabel('Your question').fill('Is there a guitar to borrow?');
  await send.click();
  await expectFaultAt(page.getByLabel('Email'), 'Enter an email address such as ana@example.com.');
  await page.getByLabel('Email').fill('ana@mail.example');
  await page.getByLabel('Name').fill('Ana Costa');
  await send.click();
  await expect(page.getByText('will answer to ana@mail.example')).toBeVisible();

  await signIn(page, ADMIN.email);
  await page.goto('/admin/questions');
  const entry = page.getByRole('listitem').filter({ hasText: 'Is there a guitar to borrow?' });
  await expect(entry).toContainText('Ana Costa');
  await expectAccessible(page);
  await entry.getByRole('button', { name: 'Delete the question of Ana Costa' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this question?' })
    .getByRole('button', { name: 'Keep it' })
    .click();
  await entry.getByRole('button', { name: 'Answer Ana Costa' }).click();
  await expect(page.getByLabel('Your answer')).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Answer Ana Costa' })).toBeVisible();
  await page.getByLabel('Your answer').fill('Yes, for the first month.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('The answer is on its way')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await page.getByRole('link', { name: 'Answered' }).click();
  await expect(entry).toContainText('Yes, for the first month.');
});

test('somebody signed in says no address, and finds the way from where a question comes up', async ({
  page,
}) => {
  await signIn(page, STUDENT.email);
  for (const path of ['/student/week', '/student/class/selected']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'Ask the school' }).click();
    await expect(page.getByText(`The answer goes to ${STUDENT.email}.`)).toBeVisible();
  }
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await page.getByLabel('Your question').fill('May we swap Tuesdays?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(`will answer to ${STUDENT.email}`)).toBeVisible();
  await page.goto('/student/week');
  await page.getByRole('main').getByRole('link', { name: 'Absence, illness, holidays' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Absence, illness, holidays');
});

test('the page to ask on fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/ask');
  await expectNoSideways(page);
  await expectAccessible(page);
});
