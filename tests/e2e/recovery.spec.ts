import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { expectAccessible, expectNoSideways, registerPerson } from './areas.ts';
import { expect, test } from './fixtures.ts';
import { mailedLink } from './mailed-link.ts';

const NEW_PASSWORD = 'Rehearsal?2';
const shots = process.env.SHOTS;

test('who asks a guardian late is asked once more who they are, and after a reset sees what ended', async ({
  page,
  school,
}) => {
  const email = await registerPerson(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Confirm your email' }).click();
  await expect(page.getByText(`An email is on its way to ${email}`)).toBeVisible();
  await page.goto(await mailedLink(school, email, 'Confirm'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();

  await page.goto('/account/family');
  await page.getByRole('button', { name: 'Add a child' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Add another parent of Ada' }).click();
  // As after ten minutes.
  let isLate = true;
  await page.route('**/api/guardians', async (route) => {
    if (!isLate || route.request().method() !== 'POST') return route.continue();
    isLate = false;
    const problem = {
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      detail: '',
      code: 'sign-in-too-old',
      requestId: 'late',
    };
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
  const asking = page.getByRole('dialog').first();
  await asking.getByLabel('Their email').fill('grandma@test.example');
  await asking.getByRole('button', { name: 'Send the email' }).click();
  const confirming = page.getByRole('dialog', { name: 'Please confirm it is you' });
  await expect(confirming.getByLabel('Your password', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expectNoSideways(page);
  if (shots) await page.screenshot({ path: `${shots}/confirm-360.png` });
  await confirming.getByLabel('Your password', { exact: true }).fill('Wrong!1');
  await confirming.getByRole('button', { name: 'Continue' }).click();
  await expect(confirming.getByText('That is not your current password.')).toBeVisible();
  await confirming.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  await confirming.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('An email is on its way to grandma@test.example')).toBeVisible();

  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You are signed out everywhere')).toBeVisible();
  await page.goto('/account/forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.goto(await mailedLink(school, email, 'password'));
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set my password' }).click();
  await expect(page.getByRole('heading', { name: 'Check your account' })).toBeVisible();
  await expect(page.getByText('grandma@test.example')).toBeVisible();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSideways(page);
    if (shots) await page.screenshot({ path: `${shots}/recovery-${width}.png`, fullPage: true });
  }
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
});

test('a person changes their email address, which the old one can take back, and says whom to call', async ({
  page,
  school,
}) => {
  const email = await registerPerson(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Confirm your email' }).click();
  await page.goto(await mailedLink(school, email, 'Confirm'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();

  await page.goto('/account');
  await page.getByLabel('Your telephone').fill('+351 555 014 273');
  await page.getByLabel('Emergency contact').fill('Ana Costa');
  const telephone = page.getByRole('region', { name: 'Telephone' });
  await telephone.getByRole('button', { name: 'Save my numbers' }).click();
  await expect(page.getByText('Enter the number to call.')).toBeVisible();
  await page.getByLabel('Emergency telephone').fill('+351 555 014 999');
  await telephone.getByRole('button', { name: 'Save my numbers' }).click();
  await expect(page.getByText('Your numbers are saved')).toBeVisible();

  await page.getByRole('button', { name: 'Change your email' }).click();
  const mine = page.getByRole('region', { name: 'Email', exact: true });
  await mine.getByLabel('New email').fill(`new-${email}`);
  await mine.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSideways(page);
    if (shots) await page.screenshot({ path: `${shots}/account-${width}.png`, fullPage: true });
  }
  await mine.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We have sent a link to new-${email}`)).toBeVisible();
  await page.goto(await mailedLink(school, `new-${email}`, ''));
  await page.getByRole('button', { name: 'Use this email' }).click();
  await expect(page.getByRole('heading', { name: /Your email has been changed/ })).toBeVisible();
  await page.goto('/login');
  await page.getByLabel('Email').fill(`new-${email}`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto('/account');
  await expect(page.getByText(`new-${email}`).first()).toBeVisible();
  await page.goto(await mailedLink(school, email, ''));
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('heading', { name: /Your old email is back/ })).toBeVisible();
});
