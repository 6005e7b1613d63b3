import { addDays } from '#contract/time/days.ts';
import { ADMIN, DEMO_PASSWORD, INSTRUCTORS } from '#server/database/seed/people.ts';
import { addPendingClass, answerAs, callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, goBack, signIn } from './fixtures.ts';
import { expectFocusOn, pressByKey } from './keyboard.ts';
import { test } from './own-school.ts';

test.use({ viewport: { width: 768, height: 1024 }, contextOptions: { reducedMotion: 'reduce' } });

test('the office decides by keyboard alone, once in two tabs, and comes back after its session has ended', async ({
  page,
  browser,
  baseURL,
}) => {
  const teacher = await (await browser.newContext({ baseURL })).newPage();
  await signIn(teacher, INSTRUCTORS.clara.email);
  const classname = 'Decided by keyboard';
  const id = await addPendingClass(teacher, classname);
  await signIn(page, ADMIN.email);
  const decideby = addDays(new Date().toISOString().slice(0, 10), 9);
  await callAs(page, 'PUT', `/class/update/${id}`, { runsfrom: 2, decideby });
  await callAs(page, 'PUT', `/class/approved/${id}`);

  await page.goto('/admin');
  const list = `/admin/manageclass?q=${encodeURIComponent(classname)}`;
  await page.goto(list);
  const open = page.getByRole('button', { name: `Decide now: ${classname}` });
  const dialog = page.getByRole('dialog', { name: 'Does this class run?' });
  await pressByKey(page, open);
  await expect(dialog).toContainText(`0 learners have joined ${classname}, which needs 2.`);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, /Decide now/);

  // Back and forth again nothing is decided.
  await goBack(page);
  await page.goForward();
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 768, height: 1024 });
  await other.goto(list);
  await other.getByRole('button', { name: `Decide now: ${classname}` }).click();
  await pressByKey(page, open);
  await pressByKey(page, dialog.getByRole('button', { name: 'It runs' }));
  await expect(dialog).toBeHidden();
  await expect(open).toBeHidden();

  // The other tab is told that it came too late.
  const late = other.getByRole('dialog', { name: 'Does this class run?' });
  await late.getByRole('button', { name: 'It does not run' }).click();
  await expect(late.getByRole('alert')).toHaveText('It has been decided whether this class runs.');
  expect(await callAs(page, 'GET', `/class/${id}`)).toMatchObject({ decided: 'runs' });

  // Without a session the tab leads to the sign-in, and back to where it was.
  for (const { _id } of await callAs<{ _id: string }[]>(page, 'GET', '/account/sessions'))
    await answerAs(page, 'DELETE', `/account/sessions/${_id}`);
  await other.reload();
  await expect(other).toHaveURL(/\/login\?from=/);
  await other.getByLabel('Email').fill(ADMIN.email);
  await other.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await other.locator('form').getByRole('button', { name: 'Login' }).click();
  await expect(other).toHaveURL(/manageclass\?q=Decided/);
});
