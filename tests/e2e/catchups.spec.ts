import type { Page } from '@playwright/test';
import type { Learner } from '#contract/learners/calls.ts';
import { addDays, mondayOf, weekdayOf } from '#contract/time/days.ts';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { signInWith } from './admin.ts';
import { answerAs, callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, goBack, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress } from './mailed-link.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [360, 768, 1280];

test('two families miss a lesson and want the same one in its place: the first has it, the other is told and chooses later', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 900 });
  const shoot = async (of: Page, name: string) => {
    for (const width of process.env.SHOTS ? WIDTHS : []) {
      await of.setViewportSize({ width, height: 900 });
      await of.screenshot({ path: `${process.env.SHOTS}/catchups-${name}-${width}.png`, fullPage: true });
    }
    await of.setViewportSize({ width: 1280, height: 900 });
  };
  const emails = ['noor@test.example', 'tomas@test.example'] as const;
  const children: string[] = [];
  for (const [at, email] of emails.entries()) {
    await signUp(page, { email, password: DEMO_PASSWORD, name: at === 0 ? 'Noor Haddad' : 'Tomas Lind' });
    await askToProveAddress(page, school, email);
    const child = { firstname: at === 0 ? 'Lina' : 'Nils', lastname: 'Test', born: '2016-03-04' };
    await callAs(page, 'POST', '/learners', child);
    const own = await callAs<Learner[]>(page, 'GET', '/learners');
    children.push(own.find(({ self }) => !self)?._id ?? '');
  }

  const [home = '', other = ''] = await signInWith(page, 'Recorder on the first day', 'Recorder on the next');
  const { version } = await callAs<{ version: number }>(page, 'GET', '/school');
  await callAs(page, 'PUT', '/school', { missedlessons: 'catchup', noticehours: 24, version });
  const day = addDays(new Date().toISOString().slice(0, 10), 5);
  for (const [at, id] of [home, other].entries()) {
    await callAs(page, 'PUT', `/class/approved/${id}`);
    await callAs(page, 'PUT', `/class/update/${id}`, { series: 'Recorder', guestplaces: at });
    const first = addDays(day, at);
    const plan = { weekday: weekdayOf(first), starttime: '04:00', minutes: 45, everyweeks: 1, roomid: null };
    const plans = [{ ...plan, firstday: first, lastday: first }];
    await callAs(page, 'PUT', `/class/plans/${id}`, { plans });
  }
  for (const learnerid of children)
    await callAs(page, 'POST', '/enrolments', { classid: home, learnerid, pay: 'free' });

  await signIn(page, emails[0]);
  await page.goto(`/student/week?from=${mondayOf(day)}`);
  const missed = page.getByRole('region', { name: 'Absences and lessons to catch up' });
  await shoot(page, 'week');
  await missed.getByRole('button', { name: 'Cannot come: Lina Test' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Lina Test cannot come' });
  // What it earns is said before.
  await expect(dialog).toContainText('In its place you can choose a lesson of another class, until');
  await expectAccessible(page);
  await expectNoSideways(page);
  await shoot(page, 'absence');
  await dialog.getByLabel('A line for the teacher').fill('A school trip.');
  await dialog.getByRole('button', { name: 'Tell the school' }).dblclick();
  const choosing = page.getByRole('dialog', { name: 'Choose a lesson' });
  await expect(choosing.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSideways(page);
  await shoot(page, 'choose');

  // Meanwhile the other family stands before the same choice.
  const otherContext = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const rival = await otherContext.newPage();
  await signIn(rival, emails[1]);
  await rival.goto('/student');
  await rival.getByRole('button', { name: 'Cannot come: Nils Test' }).click();
  await rival.getByRole('dialog').getByRole('button', { name: 'Tell the school' }).click();
  const rivals = rival.getByRole('dialog', { name: 'Choose a lesson' });
  await expect(rivals.getByRole('listitem')).toHaveCount(1);

  await choosing.getByRole('listitem').getByRole('button').dblclick();
  await expect(choosing).toBeHidden();
  await expect(page.getByText('The place is yours.')).toBeVisible();
  await expect(missed.getByText('Chosen to catch up')).toBeVisible();
  await expect(missed.getByText('Not coming', { exact: true })).toBeVisible();
  await expect(missed.getByText('A school trip.')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'chosen');

  await rivals.getByRole('listitem').getByRole('button').click();
  await expect(rivals.getByRole('alert')).toContainText('The last place in this lesson has just been taken');
  await expect(rivals).toContainText('There is no lesson with a free place at the moment');
  await expectAccessible(rival);
  await shoot(rival, 'taken');
  await rivals.getByRole('button', { name: 'Choose later' }).click();
  await expect(rivals).toBeHidden();
  await expect(rival.getByText('Not coming: can be caught up until')).toBeVisible();
  await shoot(rival, 'right');

  // The way back leaves the page as it was, and nothing is said twice.
  await page.goto('/student');
  await goBack(page);
  await expect(missed.getByText('Chosen to catch up')).toBeVisible();
  await missed.getByRole('button', { name: 'Coming after all' }).click();
  const asking = page.getByRole('dialog', { name: 'Coming after all?' });
  await expect(asking).toContainText('The place in Recorder on the next');
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Coming after all' }).click();
  await expect(asking).toBeHidden();
  await expect(missed.getByText('Chosen to catch up')).toBeHidden();
  await expect(missed.getByRole('button', { name: 'Cannot come: Lina Test' })).toBeVisible();

  // Now there is a place for the other.
  await rival.reload();
  await rival.getByRole('button', { name: 'Choose a lesson' }).click();
  await rivals.getByRole('listitem').getByRole('button').click();
  await expect(rival.getByText('Chosen to catch up')).toBeVisible();
  await rival.getByRole('button', { name: 'Give the place up' }).click();
  await expect(rival.getByText('The place has been given up.')).toBeVisible();
  await expect(rival.getByText('Not coming: can be caught up until')).toBeVisible();
  for (const language of process.env.SHOTS ? ['de', 'fr'] : []) {
    await rival.goto(`/${language}/student`);
    await shoot(rival, `right-${language}`);
  }
  const { status } = await answerAs(rival, 'GET', `/catchups?learnerid=${children[0]}`);
  expect(status).toBe(404);
  await otherContext.close();
});
