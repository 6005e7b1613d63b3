import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { hold, row } from './admin.ts';
import { callAs, expectAccessible } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('Manage Users gives roles at once; whoever has a role already cannot get it', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=cadenza.example');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Role',
    'Make Admin',
    'Make Instructor',
  ]);
  const theo = row(page, 'theo@');
  await expect(theo.getByText('student', { exact: true })).toBeVisible();
  const letGo = await hold(page, '**/api/users/instructor/**');
  await theo.getByRole('button', { name: /^Make Instructor/ }).click();
  const asking = page.getByRole('dialog', { name: /^Make Theo Abara an instructor\?$/ });
  await expect(asking.getByRole('checkbox', { name: /Show on the Instructors page/ })).toBeChecked();
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Make Instructor' }).click();
  await expect(theo.getByText('instructor', { exact: true })).toBeVisible();
  await expect(theo.getByRole('button', { name: /^Make Instructor/ })).toBeDisabled();
  letGo();
  await expect(page.getByText('Role Updated')).toBeVisible();
  await expect(theo.getByRole('button', { name: /^Make Admin/ })).toBeEnabled();
  await expectAccessible(page);

  const self = row(page, ADMIN.email);
  await expect(self.getByRole('button', { name: /^Make Admin/ })).toBeDisabled();
  await page.unroute('**/api/users/instructor/**');
  await self.getByRole('button', { name: /^Make Instructor/ }).click();
  const dialog = page.getByRole('dialog', { name: 'End your own admin rights?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(self.getByText('admin', { exact: true })).toBeVisible();
  await self.getByRole('button', { name: /^Make Instructor/ }).click();
  await dialog.getByRole('button', { name: 'End my admin rights' }).click();
  await expect(page.getByText('The school needs at least one admin.')).toBeVisible();
  await expect(self.getByText('admin', { exact: true })).toBeVisible();

  await page.goto('/admin/log?about=user');
  await expect(page.getByRole('listitem').filter({ hasText: 'Theo Abara' })).toContainText(
    'from student to instructor',
  );
  await expectAccessible(page);
});

test('somebody is made an admin, ends the rights of another, and leads people back to student', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=ines');
  const ines = row(page, 'ines@');
  await ines.getByRole('button', { name: /^Make Admin/ }).click();
  await page
    .getByRole('dialog', { name: 'Make Ines Kowalczyk an admin?' })
    .getByRole('button', { name: 'Make Admin' })
    .click();
  await expect(page.getByText('Role Updated')).toBeVisible();
  await expect(ines.getByText('admin', { exact: true })).toBeVisible();

  // Their own rights: gone at once, and no page says that something went wrong.
  await page.goto(`/admin/manageusers?q=${ADMIN.email}`);
  await row(page, ADMIN.email)
    .getByRole('button', { name: /^Make Instructor/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End my admin rights' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toHaveAttribute('href', '/instructor');
  await page.goto('/admin');
  await page.waitForURL((url) => url.pathname === '/');

  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await signIn(page, 'ines@cadenza.example');
  await page.goto('/admin/manageusers?q=admin@');
  await row(page, ADMIN.email)
    .getByRole('button', { name: /^Make Admin/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await expect(row(page, ADMIN.email).getByText('admin', { exact: true })).toBeVisible();
  await page.goto('/admin/manageusers?q=clara');
  const clara = row(page, INSTRUCTORS.clara.email);
  await clara.getByRole('button', { name: /^Make Student/ }).click();
  await expect(page.getByText('This account teaches classes that are on the list.')).toBeVisible();
  await expect(clara.getByText('instructor', { exact: true })).toBeVisible();
  await page.goto('/admin/manageusers?q=ines');
  await ines.getByRole('button', { name: /^Make Student/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End my admin rights' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('a role that another admin gave meanwhile is shown, not overwritten', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?q=farah%40cadenza');
  const farah = row(page, 'farah@cadenza');
  await expect(farah.getByText('student', { exact: true })).toBeVisible();
  const id = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access-token')}` };
    const found = await (await fetch('/api/users/search?q=farah%40cadenza', { headers })).json();
    return found.items[0]._id as string;
  });
  await callAs(page, 'PATCH', `/users/admin/${id}`);
  await farah.getByRole('button', { name: /^Make Instructor/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make Instructor' }).click();
  await expect(page.getByText('This was changed in the meantime.')).toBeVisible();
  await expect(farah.getByText('admin', { exact: true })).toBeVisible();
  await callAs(page, 'PATCH', `/users/student/${id}`);
});

test('users are found by words and role', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageusers?role=student&q=cadenza.example');
  await expect(row(page, STUDENT.email)).toBeVisible();
  await expect(row(page, ADMIN.email)).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all');
  await expect(page.getByText('No users match your search.')).toBeVisible();
});
