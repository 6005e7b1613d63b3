import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { addPendingClass, callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';
import { pressByKey, tabTo } from './keyboard.ts';

const TEACHER = INSTRUCTORS.clara;
/** Is shown as it is written. */
const HOSTILE = '<img id=hostile src=x onerror=hostile(0)>';
const DESCRIPTION = 'For who begins.\n\nBring a bow.\n\nWe play in spring.';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function look(page: Page, name: string) {
  await expectAccessible(page);
  await see(page, name);
}

async function see(page: Page, name: string) {
  await expectNoSideways(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

for (const width of [360, 1280])
  test(`at ${width} px a class is reviewed line by line, changed and submitted again`, async ({ page }) => {
    const name = `Viola at noon ${width}`;
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, TEACHER.email);
    const id = await addPendingClass(page, name);
    await callAs(page, 'PUT', `/class/update/${id}`, { description: DESCRIPTION });

    await signIn(page, ADMIN.email);
    await page.goto('/admin/manageclass?status=pending');
    await page.getByRole('link', { name: `Review line by line: ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Review line by line' })).toBeVisible();
    await page.getByRole('button', { name: 'Write beside Description, paragraph 2' }).click();
    const writing = page.getByRole('dialog', { name: 'Write beside Description, paragraph 2' });
    await writing.getByRole('button', { name: 'Write it' }).click();
    await expect(writing.getByText('Write something, or propose other words.')).toBeVisible();
    await writing.getByLabel('Note or question').fill(`Which bow? ${HOSTILE}`);
    await writing.getByLabel('Other words').fill('Bring a violin bow.');
    await see(page, `note-dialog-${width}`);
    await writing.getByRole('button', { name: 'Write it' }).click();
    await expect(writing).toHaveCount(0);
    await page.getByRole('radio', { name: 'Everything' }).check();
    // Not those that are free: one that is taken is no change.
    await expect(page.getByRole('button', { name: 'Write beside Places in all' })).toBeVisible();
    await page.getByRole('button', { name: 'Write beside Price' }).click();
    const asking = page.getByRole('dialog', { name: 'Write beside Price' });
    await asking.getByLabel('Note or question').fill('Is that for a term?');
    await asking.getByRole('button', { name: 'Write it' }).click();
    await expect(asking).toHaveCount(0);
    await look(page, `admin-review-${width}`);

    await signIn(page, TEACHER.email);
    await page.goto('/instructor/myclass');
    const panel = page.getByRole('region', { name: 'The school wrote beside these' });
    await expect(panel.getByText('2 open notes').first()).toBeVisible();
    await see(page, `my-classes-${width}`);
    await panel.getByRole('link', { name }).click();
    const note = page.getByRole('article', {
      name: 'Note on Description, paragraph 2, about: “Bring a bow.”',
    });
    await expect(note).toContainText(HOSTILE);
    await expect(note).toHaveAccessibleDescription('Bring a bow.');
    await look(page, `teacher-review-${width}`);
    await note.getByRole('button', { name: 'Take these words: Description, paragraph 2' }).click();
    await expect(page.getByText('The words are in place')).toBeVisible();
    await page.getByRole('button', { name: 'Answer Price' }).click();
    const answering = page.getByRole('dialog', { name: 'Answer the note on Price' });
    await answering.getByLabel('Your answer').fill('For a month.');
    await answering.getByRole('button', { name: 'Send the answer' }).click();
    await expect(answering).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit it again' }).click();
    await expect(page.getByText('Submitted again').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit it again' })).toHaveCount(0);
    await see(page, `teacher-submitted-${width}`);

    await signIn(page, ADMIN.email);
    await page.goto('/admin/manageclass');
    const again = page.getByRole('region', { name: 'Submitted again after your notes' });
    await see(page, `manage-classes-${width}`);
    await again.getByRole('link', { name }).click();
    await expect(page.getByText('Bring a violin bow.').first()).toBeVisible();
    await expect(page.getByText('For a month.')).toBeVisible();
    // What did not change is not among what changed.
    await expect(page.getByText('We play in spring.')).toHaveCount(0);
    await look(page, `second-look-${width}`);
    await page.getByRole('button', { name: 'Delete note: Price' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this note?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page.getByText('For a month.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('**/admin/manageclass');

    // Nothing of it is public.
    await page.goto(`/classes/${id}`);
    await expect(page.getByText('Bring a violin bow.').first()).toBeVisible();
    expect(await page.content()).not.toContain('Which bow?');
  });

test('a class is written beside, answered and approved by keyboard alone at 768 px', async ({ page }) => {
  const name = 'Viola by keyboard';
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn(page, TEACHER.email);
  const id = await addPendingClass(page, name);
  await callAs(page, 'PUT', `/class/update/${id}`, { description: DESCRIPTION });

  await signIn(page, ADMIN.email);
  await page.goto(`/admin/reviews/class/${id}`);
  const beside = page.getByRole('button', { name: 'Write beside Description, paragraph 2' });
  const writing = page.getByRole('dialog', { name: 'Write beside Description, paragraph 2' });
  await pressByKey(page, beside);
  await expect(writing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(writing).toHaveCount(0);
  await expect(beside).toBeFocused();
  await pressByKey(page, beside);
  await tabTo(page, writing.getByLabel('Note or question'));
  await page.keyboard.type('Which bow?');
  await tabTo(page, writing.getByLabel('Other words'));
  await page.keyboard.type('Bring a violin bow.');
  await see(page, 'note-dialog-768');
  await pressByKey(page, writing.getByRole('button', { name: 'Write it' }));
  await expect(writing).toHaveCount(0);
  await expect(beside).toBeFocused();
  await look(page, 'admin-review-768');

  await signIn(page, TEACHER.email);
  await page.goto('/instructor/myclass');
  const panel = page.getByRole('region', { name: 'The school wrote beside these' });
  await pressByKey(page, panel.getByRole('link', { name }));
  const answer = page.getByRole('button', { name: 'Answer Description, paragraph 2' });
  const answering = page.getByRole('dialog', { name: 'Answer the note on Description, paragraph 2' });
  await pressByKey(page, answer);
  await tabTo(page, answering.getByLabel('Your answer'));
  await page.keyboard.type('One of theirs.');
  await pressByKey(page, answering.getByRole('button', { name: 'Send the answer' }));
  await expect(answering).toHaveCount(0);
  await look(page, 'teacher-review-768');
  await pressByKey(page, page.getByRole('button', { name: 'Take these words: Description, paragraph 2' }));
  await expect(page.getByText('The words are in place')).toBeVisible();
  await pressByKey(page, page.getByRole('button', { name: 'Submit it again' }));
  await expect(page.getByText('Submitted again').first()).toBeVisible();

  await signIn(page, ADMIN.email);
  await page.goto('/admin/manageclass');
  const again = page.getByRole('region', { name: 'Submitted again after your notes' });
  await pressByKey(page, again.getByRole('link', { name }));
  await expect(page.getByText('One of theirs.')).toBeVisible();
  await look(page, 'second-look-768');
  await pressByKey(page, page.getByRole('button', { name: 'Approve' }));
  await page.waitForURL('**/admin/manageclass');
  await expect
    .poll(() => callAs<{ status: string }>(page, 'GET', `/class/${id}`))
    .toMatchObject({ status: 'approved' });
});

test('what was changed while an admin wrote beside it shows both, and is written again at a tap', async ({
  page,
  browser,
  baseURL,
}) => {
  const teacher = await (await browser.newContext({ baseURL })).newPage();
  await signIn(teacher, TEACHER.email);
  const id = await addPendingClass(teacher, 'Viola in two minds');
  await callAs(teacher, 'PUT', `/class/update/${id}`, { description: DESCRIPTION });
  await signIn(page, ADMIN.email);
  await page.goto(`/admin/reviews/class/${id}`);
  await page.getByRole('button', { name: 'Write beside Description, paragraph 2' }).click();
  const writing = page.getByRole('dialog', { name: 'Write beside Description, paragraph 2' });
  await writing.getByLabel('Other words').fill('Bring a violin bow.');
  await callAs(teacher, 'PUT', `/class/update/${id}`, {
    description: DESCRIPTION.replace('a bow', 'rosin'),
  });
  await writing.getByRole('button', { name: 'Write it' }).click();
  const meanwhile = writing.getByRole('region', { name: 'It was changed while you were writing' });
  await expect(meanwhile).toBeFocused();
  await expect(meanwhile).toContainText('Bring a bow.');
  await expect(meanwhile).toContainText('Bring rosin.');
  await expect(writing.getByLabel('Other words')).toHaveValue('Bring a violin bow.');
  await look(page, 'changed-meanwhile');
  await writing.getByRole('button', { name: 'Write it' }).click();
  await expect(writing).toHaveCount(0);
  await callAs(teacher, 'PUT', `/class/update/${id}`, { description: DESCRIPTION });
  await teacher.goto(`/instructor/reviews/class/${id}`);
  await expect(teacher.getByText('These words have changed since. The note was about:')).toBeVisible();
  await expect(teacher.getByRole('button', { name: /^Take these words/ })).toHaveCount(0);
  await look(teacher, 'words-changed');
  await teacher.context().close();
});

test('a post waits where the school reads all of them, is sent back and published', async ({ page }) => {
  await signIn(page, ADMIN.email);
  await page.goto('/admin/school');
  await page.getByLabel('Posts of teachers wait for an admin').selectOption('Always');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Everything above is saved.')).toBeVisible();

  await signIn(page, TEACHER.email);
  await page.goto('/instructor/posts/new');
  await page.getByLabel('Title').fill('Why we scale');
  await page.getByLabel('Summary').fill('They matter.');
  await page.getByRole('textbox', { name: 'Text' }).fill('First.\n\nSecond.');
  await expect(page.getByRole('radio', { name: 'Publish now' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Ask the school to read it' }).check();
  await see(page, 'post-form');
  const image = '/art/cello-480.webp';
  const post = { title: 'Why we scale', blog_description: 'They matter.', blog: 'First.\n\nSecond.' };
  const { insertedId: id } = await callAs(page, 'POST', '/blogs', {
    ...{ ...post, image, category: 'Study', state: 'published' },
  });

  await signIn(page, ADMIN.email);
  await page.goto('/admin/posts');
  await see(page, 'posts');
  await page.getByRole('link', { name: 'Review line by line: Why we scale' }).first().click();
  await page.getByRole('button', { name: 'Write beside Text, paragraph 2' }).click();
  const writing = page.getByRole('dialog', { name: 'Write beside Text, paragraph 2' });
  await writing.getByLabel('Other words').fill('Then.');
  await writing.getByRole('button', { name: 'Write it' }).click();
  await expect(writing).toHaveCount(0);
  await page.getByRole('button', { name: 'Send back as a draft' }).click();
  await page.waitForURL('**/admin/posts');

  await signIn(page, TEACHER.email);
  await page.goto('/instructor/posts');
  const panel = page.getByRole('region', { name: 'The school wrote beside these' });
  await panel.getByRole('link', { name: 'Why we scale' }).click();
  await page.getByRole('button', { name: /^Take these words/ }).click();
  await expect(page.getByText('The words are in place')).toBeVisible();
  await page.getByRole('button', { name: 'Submit it again' }).click();
  await expect(page.getByText('Submitted again').first()).toBeVisible();

  await signIn(page, ADMIN.email);
  await page.goto(`/admin/reviews/blog/${id}`);
  await look(page, 'post-again');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL('**/admin/posts');
  await page.goto(`/blogs/blog/${id}`);
  await expect(page.getByText('Then.')).toBeVisible();
});
