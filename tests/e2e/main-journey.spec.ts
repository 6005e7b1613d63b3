import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, signInByForm, test } from './fixtures.ts';

/*
 * The main job from end to end: an instructor adds a class with a picture, an admin approves it, a visitor
 * finds it, registers, selects it, pays with a test card and finds it under the enrolled classes; the rows
 * are read back through the calls.
 */

const CLASSNAME = 'Nyckelharpa Summer';
const PICTURE = join(import.meta.dirname, '..', '..', 'public', 'art', 'class-violin-small-480.webp');
const STUDENT = { email: 'nora.newcomer@test.example', password: 'Harpsichord!7' };

async function newPerson(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  return context.newPage();
}

/** Makes a call of the product's API with the sign-in of this page. */
function call(page: Page, path: string): Promise<unknown[]> {
  return page.evaluate(async (url) => {
    const token = localStorage.getItem('access-token');
    const answer = await fetch(`/api${url}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
    return (await answer.json()) as unknown[];
  }, path);
}

test('a student finds a class, pays and is enrolled', async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const faults: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  };

  const instructor = watch(await newPerson(browser, baseURL));
  await test.step('the instructor adds a class with a picture', async () => {
    await signInByForm(instructor, 'clara@cadenza.example');
    await instructor.goto('/instructor/addclass');
    await instructor.getByLabel('Class Name').fill(CLASSNAME);
    await instructor.locator('input[type=file]').setInputFiles(PICTURE);
    await expect(instructor.getByText('Wait... Image Is Uploading')).toBeHidden();
    await expect(instructor.locator('form img')).toBeVisible();
    await instructor.getByLabel(/^Price/).fill('75.50');
    await instructor.getByLabel('Available Seat').fill('2');
    await instructor.getByRole('button', { name: 'Add Class' }).click();
    await expect(instructor.getByText('Class Added Successfully')).toBeVisible();
    await instructor.goto('/instructor/myclass');
    await expect(instructor.getByRole('row', { name: new RegExp(CLASSNAME) })).toContainText('pending');
  });

  const visitor = watch(await newPerson(browser, baseURL));
  await test.step('nobody sees it before an admin approved it', async () => {
    await visitor.goto(`/classes?q=${encodeURIComponent(CLASSNAME)}`);
    await expect(visitor.getByText(CLASSNAME)).toHaveCount(0);
  });

  const admin = watch(await newPerson(browser, baseURL));
  await test.step('the admin approves it', async () => {
    await signInByForm(admin, 'admin@cadenza.example');
    await admin.goto(`/admin/manageclass?q=${encodeURIComponent(CLASSNAME)}`);
    const row = admin.getByRole('row', { name: new RegExp(CLASSNAME) });
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(admin.getByText('Class Approved')).toBeVisible();
    await expect(row).toContainText('approved');
  });

  await test.step('the visitor finds it, and is asked to sign in before selecting it', async () => {
    await visitor.goto('/classes');
    await visitor.getByLabel('Search').fill(CLASSNAME);
    await visitor.getByRole('button', { name: 'Search' }).click();
    const card = visitor.getByRole('article').filter({ hasText: CLASSNAME });
    await expect(card).toContainText('$75.50');
    await expect(card).toContainText('2 places left');
    await card.getByRole('button', { name: /^Select/ }).click();
    await expect(visitor.getByText('Login to select Class')).toBeVisible();
    await expect(visitor).toHaveURL(/\/login/);
  });

  await test.step('registers, and stands at the payment of that class', async () => {
    await visitor.locator('main').getByRole('link', { name: 'Register' }).click();
    await expect(visitor.getByRole('heading', { name: 'Join the school' })).toBeVisible();
    await visitor.getByLabel('Name').fill('Noor Newcomer');
    await visitor.getByLabel('Email').fill(STUDENT.email);
    await visitor.getByLabel('Password', { exact: true }).fill(STUDENT.password);
    await visitor.getByLabel('Confirm password').fill(STUDENT.password);
    await visitor.locator('form').getByRole('button', { name: 'Register' }).click();
    await expect(visitor).toHaveURL(/\/student\/class\/payment\//);
    await expect(visitor.getByText('A place is held for you')).toBeVisible();
  });

  await test.step('pays with a test card', async () => {
    await visitor.goto('/student/class/selected');
    const row = visitor.getByRole('row', { name: new RegExp(CLASSNAME) });
    await row.getByRole('link', { name: 'Pay Now' }).click();
    await expect(visitor.getByRole('heading', { name: 'Payment' })).toBeVisible();
    await visitor.getByLabel(/card number/i).fill('4242424242424242');
    await visitor.getByLabel(/expir/i).fill('1234');
    await visitor.getByLabel(/cvc|security code/i).fill('123');
    await visitor.getByRole('button', { name: /^Pay/ }).click();
    await expect(visitor.getByText(/Transaction complete with transactionId: pi_/)).toBeVisible();
    await expect(visitor.getByText('Payment Successful')).toBeVisible();
  });

  await test.step('finds it under the enrolled classes, and nobody else can take that seat', async () => {
    await visitor.goto('/student/class/enrolled');
    await expect(visitor.getByRole('row', { name: new RegExp(CLASSNAME) })).toContainText('pi_');
    const [enrolment] = await call(visitor, `/enrolledclasses/${STUDENT.email}`);
    expect(enrolment).toMatchObject({
      transactionId: expect.stringMatching(/^pi_/),
      result: [{ classname: CLASSNAME, availableseat: 1, enrolledstudents: 1 }],
    });
    expect(await call(visitor, `/selectedclass/${STUDENT.email}`)).toEqual([]);
    const classes = await call(instructor, '/classes/find/clara@cadenza.example');
    expect(classes).toContainEqual(
      expect.objectContaining({ classname: CLASSNAME, status: 'approved', enrolledstudents: 1, price: 75.5 }),
    );
  });

  expect(faults).toEqual([]);
});
