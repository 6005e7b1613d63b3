import type { Learner } from '#contract/learners/calls.ts';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { row, signInWith } from './admin.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';
import { askToProveAddress, mailedText } from './mailed-link.ts';
import { walkedAt } from './walked-at.ts';

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Terms of their own, in which no other class meets. */
const YEAR = { 360: 2036, 1280: 2038 };

for (const width of walkedAt(1280, 360)) {
  test(`at ${width} px an admin copies a term with its learners, and a parent gives one place back`, async ({
    page,
    school,
  }) => {
    // A journey of two people, with a look at each screen.
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    const shoot = async (name: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/renew-${name}-${width}.png`, fullPage: true });
    };
    const year = YEAR[width as keyof typeof YEAR];
    const [cello, oboe] = [`Cello ${width}`, `Oboe ${width}`];
    const email = `renata${width}@test.example`;
    await signUp(page, { email, password: DEMO_PASSWORD, name: `Renata Ruiz ${width}` });
    await askToProveAddress(page, school, email);
    for (const firstname of ['Max', 'Lova'])
      await callAs(page, 'POST', '/learners', { firstname, lastname: 'Ruiz', born: '2016-03-04' });
    const children = (await callAs<Learner[]>(page, 'GET', '/learners')).filter(({ self }) => !self);

    const [first = '', second = ''] = await signInWith(page, cello, oboe);
    const days = { firstday: `${year}-09-01`, lastday: `${year}-12-19` };
    await callAs(page, 'POST', '/terms', { name: `Autumn ${year}`, ...days });
    for (const [at, id] of [first, second].entries()) {
      await callAs(page, 'PUT', `/class/approved/${id}`);
      const plan = { weekday: 2, starttime: `${15 + at}:00`, minutes: 45, everyweeks: 1, roomid: null };
      await callAs(page, 'PUT', `/class/plans/${id}`, { plans: [{ ...plan, ...days }] });
    }
    for (const { _id: learnerid } of children)
      await callAs(page, 'POST', '/enrolments', { classid: first, learnerid, pay: 'free' });
    await callAs(page, 'POST', '/enrolments', {
      classid: second,
      learnerid: children[0]?._id,
      pay: 'free',
    });

    await page.goto('/admin/terms');
    await page.getByRole('button', { name: `Copy Autumn ${year}` }).click();
    const dialog = page.getByRole('dialog', { name: `Copy Autumn ${year}` });
    await dialog.getByLabel('Name of the next term').fill(`Spring ${year + 1}`);
    await dialog.getByLabel('First day').fill(`${year + 1}-01-12`);
    await dialog.getByLabel('Last day').fill(`${year + 1}-04-02`);
    await dialog
      .getByLabel('Those who are in the classes now')
      .selectOption('Keep their places and pay later');
    await dialog.getByLabel('Places can be given back until (inclusive)').fill(`${year}-12-20`);
    await dialog.getByRole('button', { name: 'See what is copied' }).click();
    const outcome = dialog.getByRole('region', { name: 'What is copied' });
    await expect(outcome).toContainText('2 classes are copied');
    await expect(outcome).toContainText(/3 places are renewed: \$\d+ owed\./);
    await expect(outcome).toContainText('1 family gets one email for all of its places.');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot('dialog');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('2 classes copied.')).toBeVisible();

    await page.goto('/admin/manageclass');
    await page.getByLabel('Term', { exact: true }).selectOption(`Spring ${year + 1}`);
    const copies = page.getByRole('main').getByRole('link', { name: new RegExp(`Spring ${year + 1} · Tue`) });
    await expect(copies).toHaveCount(2);
    await expect(page).toHaveURL(/term=/);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot('manage');
    await page.goto('/classes');
    await page.getByLabel('Term', { exact: true }).selectOption(`Autumn ${year}`);
    await expect(page.getByText('2 classes found')).toBeVisible();
    await expect(page.getByText(`Autumn ${year} · Tue`).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot('list');

    const mail = await mailedText(school, email, `Spring ${year + 1}: your places are renewed`);
    expect(mail).toContain('To keep them, you need do nothing.');
    expect(mail).toContain(cello);
    expect(mail).toContain(oboe);

    await signIn(page, email);
    await page.goto('/student/class/enrolled');
    const main = page.getByRole('main');
    await expect(main.getByText(`You can give it back until 21 Dec ${year}`).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot('enrolled');
    await row(page, oboe)
      .filter({ hasText: 'You can give it back' })
      .getByRole('button', { name: /^Cancel/ })
      .click();
    const asking = page.getByRole('dialog');
    await shoot('cancel');
    await asking.getByRole('button', { name: 'Cancel this place' }).click();
    await expect(asking).toBeHidden();
    await expect(main.getByText('You can give it back until')).toHaveCount(2);
  });
}
