import type { Page } from '@playwright/test';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { INSTRUCTORS } from '#server/database/seed/people.ts';
import { PDF } from '#tests/support/lesson-files.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

const PARENT = 'ines@cadenza.example';

/** A lesson of the family whose teacher is known, with the Monday of its week. */
async function findLesson(page: Page): Promise<{ lesson: WeekLesson; monday: string; teacher: string }> {
  const { timezone } = await callAs<{ timezone?: string }>(page, 'GET', '/school');
  const first = mondayOf(dayAt(Date.now(), timezone ?? 'UTC'));
  for (const at of [0, 7, 14, 21]) {
    const monday = addDays(first, at);
    for (const lesson of await callAs<WeekLesson[]>(page, 'GET', `/week?from=${monday}`)) {
      const teacher = Object.values(INSTRUCTORS).find(({ name }) => name === lesson.instructorname);
      if (teacher && lesson.learners.length > 0) return { lesson, monday, teacher: teacher.email };
    }
  }
  throw new Error('The family has no lesson in four weeks.');
}

async function shoot(page: Page, name: string) {
  if (!process.env.SHOTS) return;
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
  }
}

for (const width of walkedAt(360, 1280))
  test(`a teacher writes what to practise and adds a file, and a family reads it and ticks a day, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, PARENT);
    await page.goto('/student/week');
    const { lesson, monday, teacher } = await findLesson(page);
    const [learner] = lesson.learners;

    await signIn(page, teacher);
    await page.goto(`/instructor/week?from=${monday}`);
    const notes = page.locator(`a[href="/instructor/notes/${lesson._id}"]`).first();
    await notes.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notes and files');
    const editor = page.getByRole('textbox', { name: 'What to practise' });
    await editor.fill('Bars **9 to 16**, slowly.');
    // What is typed outlives the page.
    await page.waitForTimeout(800);
    await page.reload();
    await expect(editor).toHaveValue('Bars **9 to 16**, slowly.');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await expect(page.getByText('Saved. Families can read it now.')).toBeVisible();

    const chooser = page.getByLabel('Add files');
    await chooser.setInputFiles({
      name: 'page.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    });
    await expect(page.getByText(/not a PDF, MP3, M4A, JPEG, PNG or MusicXML/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again page.pdf' })).toHaveCount(0);
    await expectAccessible(page);
    await shoot(page, 'notes-failed');
    await page.getByRole('button', { name: 'Leave out page.pdf' }).click();
    await chooser.setInputFiles({ name: 'Etude.pdf', mimeType: 'application/pdf', buffer: PDF });
    await expect(page.getByRole('button', { name: 'Download Etude.pdf' })).toBeVisible();
    await expectNoSideways(page);
    await expectAccessible(page);
    await shoot(page, 'notes');

    await page.setViewportSize({ width, height: 900 });
    await signIn(page, PARENT);
    await page.goto(`/student/week?from=${monday}`);
    await page
      .getByRole('link', { name: /^Notes and files/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(learner?.learnername ?? '');
    await expect(page.locator('.article strong').first()).toHaveText('9 to 16');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Etude.pdf' }).first().click();
    expect((await download).suggestedFilename()).toBe('Etude.pdf');
    const today = page.getByRole('button', { name: 'Today' });
    await today.click();
    await expect(today).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(today).toHaveAttribute('aria-pressed', 'true');
    await expectNoSideways(page);
    await expectAccessible(page);
    await shoot(page, 'learner');

    await page.setViewportSize({ width, height: 900 });
    await signIn(page, teacher);
    await page.goto(`/instructor/notes/${lesson._id}`);
    await expect(page.getByRole('img', { name: /^Practised on one of/ }).first()).toBeVisible();
    await shoot(page, 'dots');
    await page.getByRole('button', { name: 'Delete Etude.pdf' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Download Etude.pdf' })).toHaveCount(0);
  });
