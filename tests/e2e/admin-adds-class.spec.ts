import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { row } from './admin.ts';
import { addPendingClass, callAs, expectAccessible } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { clara, hana } = INSTRUCTORS;

async function picture() {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#5b2a6e' } })
    .png()
    .toBuffer();
  return { name: 'kazoo.png', mimeType: 'image/png', buffer };
}

async function fillIn(page: Page, classname: string) {
  await page.getByLabel('Class Name').fill(classname);
  await page.getByLabel(/^Price/).fill('59.50');
  await page.getByLabel('Available Seat').fill('12');
  await page.getByLabel('Image').setInputFiles(await picture());
  await expect(page.getByAltText('Preview of the class')).toBeVisible();
}

test('an admin adds a class for an instructor and changes it; nothing waits to be approved or accepted', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageclass');
  await page.getByRole('link', { name: 'Add Class' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Class');
  await fillIn(page, 'Kazoo for admins');
  await page.getByRole('button', { name: 'Add Class' }).click();
  const instructor = page.getByLabel('Instructor', { exact: true });
  await expect(instructor).toHaveAccessibleDescription(/Choose who teaches the class\./);
  await expectAccessible(page);
  await instructor.selectOption(hana.email);
  await page.getByRole('button', { name: 'Add Class' }).click();
  await expect(page.getByText('Class Added Successfully')).toBeVisible();
  const added = row(page, 'Kazoo for admins');
  await expect(added).toContainText(hana.name);
  await expect(added).toContainText('approved');

  await added.getByRole('link', { name: 'Edit Kazoo for admins' }).click();
  await expect(page.getByLabel('Instructor Name')).toHaveValue(hana.name);
  await expect(page.getByText('What you save is public at once, and counts as approved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Class Name').fill('Kazoo for everyone');
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expect(page.getByText('Class Updated Successfully')).toBeVisible();
  const edited = row(page, 'Kazoo for everyone');
  await expect(edited).toContainText('approved');
  await expect(edited.getByRole('button', { name: /^Changed since approval/ })).toHaveCount(0);
  await edited.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Deleted Successfully')).toBeVisible();
});

test('an instructor who has become a student meanwhile is said at the field, and nothing typed is lost', async ({
  page,
}) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/addclass');
  await fillIn(page, 'Kazoo in vain');
  await page.getByLabel('Instructor', { exact: true }).selectOption(INSTRUCTORS.hana.email);
  await page.route('**/api/addclass', async (route) => {
    const body = { ...route.request().postDataJSON(), instructoremail: ADMIN.email };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Add Class' }).click();
  await expect(page.getByText('Class Added Failed')).toBeVisible();
  await expect(page.getByLabel('Instructor', { exact: true })).toHaveAccessibleDescription(
    /not an instructor of the school/,
  );
  await expect(page.getByLabel('Class Name')).toHaveValue('Kazoo in vain');
});

test('a denied class is edited and put among the pending ones by an admin', async ({ page }) => {
  await signIn(page, clara.email);
  const id = await addPendingClass(page, 'Kazoo denied');
  await signIn(page, ADMIN.email);
  await callAs(page, 'PUT', `/class/denied/${id}`, { feedback: 'Too loud.' });
  await page.goto(`/admin/updateclass/${id}`);
  await expect(page.getByText('Too loud.')).toBeVisible();
  await page.getByLabel('Class Name').fill('Kazoo, softly');
  await page.getByRole('button', { name: 'Update and resubmit' }).click();
  await expect(page.getByText('Class Updated Successfully')).toBeVisible();
  await expect(row(page, 'Kazoo, softly')).toContainText('pending');
});
