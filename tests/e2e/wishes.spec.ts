import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, newAddress, registerByForm } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { pressByKey, tabTo } from './keyboard.ts';
import { mailedText, proveAddress } from './mailed-link.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Named = { _id: string; name: string };

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const look = async (page: Page, name: string) => {
  await expectAccessible(page);
  await expectNoSideways(page);
  await shoot(page, name);
};

for (const width of walkedAt(360, 1280))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a family that finds nothing says what would suit, and a class that is made of it is filled from it', async ({
      page,
      browser,
      baseURL,
      school,
    }) => {
      const classname = `Theremin ${width}`;
      await signIn(page, ADMIN.email);
      await callAs(page, 'POST', '/instruments', { name: classname, image: '/art/class-harp-960.webp' });
      const instruments = await callAs<Named[]>(page, 'GET', '/instruments');
      const instrument = instruments.find(({ name }) => name === classname)?._id ?? '';

      // A visitor who searches in vain is asked, and led through the sign-in.
      const parent = await (
        await browser.newContext({ baseURL, viewport: { width, height: 900 } })
      ).newPage();
      await parent.goto(`/classes?instrument=${instrument}&level=Beginner&weekday=2&from=16:00&until=18:00`);
      await expect(parent.getByRole('heading', { name: 'Nothing fits?' })).toBeVisible();
      await look(parent, `nothing-fits-${width}`);
      await parent.getByRole('button', { name: 'Say what would suit' }).click();
      await parent.waitForURL(/\/login/);
      const email = await registerByForm(parent, 'Ida Marsh');
      await proveAddress(parent, school, email);
      for (const [firstname, born] of [
        ['Jo', '2019-03-04'],
        ['Kit', '2016-03-04'],
      ])
        await callAs(parent, 'POST', '/learners', { firstname, lastname: 'Marsh', born });

      // One tap for each child, under the filters.
      await parent.goto(`/classes?instrument=${instrument}&level=Beginner&weekday=2&from=16:00&until=18:00`);
      const tap = parent.getByRole('button', { name: 'Wish for Jo' });
      await expect(tap).toBeVisible();
      await look(parent, `wish-panel-${width}`);
      await tap.click();
      await expect(parent.getByRole('button', { name: 'Noted for Jo' })).toBeVisible();
      await parent.getByRole('button', { name: 'Wish for Kit' }).click();
      await expect(parent.getByRole('button', { name: 'Noted for Kit' })).toBeVisible();
      await parent.goto('/student/class/selected');
      const wishes = parent.getByRole('region', { name: 'My wishes' });
      await expect(wishes.getByRole('listitem')).toHaveCount(2);
      await expect(wishes).toContainText('Tuesday 16:00–18:00');
      await look(parent, `my-wishes-${width}`);

      // Its teacher sees that it is wanted, and not by whom.
      const teacher = await (
        await browser.newContext({ baseURL, viewport: { width, height: 900 } })
      ).newPage();
      await signIn(teacher, INSTRUCTORS.clara.email);
      await teacher.goto('/instructor/addclass');
      await teacher.getByRole('link', { name: 'See what families wish for' }).click();
      await teacher.getByRole('link', { name: `${classname} (1)` }).click();
      const sentence = `1 wants ${classname}, Tuesday 16:00–18:00, 1 of them under 9`;
      await expect(teacher.getByText(sentence)).toBeVisible();
      await expect(teacher.locator('main')).not.toContainText('Marsh');
      await teacher.getByRole('button', { name: '1 family, Tuesday 17:00' }).click();
      await expect(teacher.getByText(`1 wants ${classname}, Tuesday 16:00–18:00`)).toBeVisible();
      await look(teacher, `wish-grid-${width}`);
      await teacher
        .getByRole('navigation', { name: 'Level' })
        .getByRole('link', { name: 'Beginner' })
        .click();
      await teacher.getByRole('link', { name: 'Make a class of this' }).click();
      await expect(teacher.getByLabel('Class Name')).toHaveValue(`${classname}, Beginner`);
      await expect(teacher.getByRole('group', { name: 'Instruments' }).getByLabel(classname)).toBeChecked();
      await teacher.getByRole('textbox', { name: /^Price/ }).fill('60');
      await teacher.getByLabel('Available Seat').fill('2');
      await look(teacher, `class-of-wishes-${width}`);
      await teacher.getByRole('button', { name: 'Add Class' }).click();
      await teacher.waitForURL(/\/instructor\/plan\/.*weekday=2/);
      const classid = new URL(teacher.url()).pathname.split('/').at(-1) ?? '';
      await expect(teacher.getByLabel('Weekday')).toHaveValue('2');
      await expect(teacher.getByLabel('Starts at')).toHaveValue('16:00');
      await look(teacher, `plan-of-wishes-${width}`);
      await teacher.getByRole('button', { name: 'Save' }).click();
      await teacher.waitForURL(/\/instructor\/lessons\//);

      // The admin who approves it reads that it was made of wishes.
      await page.goto(`/admin/manageclass?q=${encodeURIComponent(classname)}`);
      await expect(page.getByText(/^Made of wishes: from its approval on/)).toBeVisible();
      await look(page, `made-of-wishes-${width}`);

      // Approved, it is held for them before everyone else, and they are told.
      await callAs(page, 'PUT', `/class/approved/${classid}`);
      const mailed = await mailedText(school, email, `As you wished: ${classname}, Beginner`);
      expect(mailed).toContain('a place in it is held for you before everyone else');
      await page.goto(`/admin/roster/${classid}`);
      await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible();
      await expect(page.locator('main')).not.toContainText('Marsh');
      await look(page, `roster-${width}`);
      await parent.goto('/student/class/selected');
      const waiting = parent.getByRole('region', { name: 'My waiting list' });
      await expect(waiting.getByRole('listitem')).toHaveCount(2);
      await look(parent, `held-${width}`);
      for (let left = 2; left > 0; left--) {
        await parent.goto('/student/class/selected');
        await waiting
          .getByRole('link', { name: /^Pay Now/ })
          .first()
          .click();
        await parent.getByLabel('Card number').fill('4242424242424242');
        await parent.getByLabel('Expiry').fill('12/34');
        await parent.getByLabel('CVC').fill('123');
        await parent.getByRole('button', { name: /^Pay / }).click();
        await expect(parent.getByRole('heading', { name: / is enrolled in / })).toBeVisible();
      }
      await parent.goto('/student/class/selected');
      await expect(parent.getByRole('heading', { name: 'My wishes' })).toHaveCount(0);
      await page.goto(`/admin/roster/${classid}`);
      await expect(page.locator('main')).toContainText('Jo Marsh');
      await expect(page.locator('main')).toContainText('Kit Marsh');
      // Its teacher is free at that hour for the next journey.
      await callAs(page, 'DELETE', `/delete/${classid}`);
      await Promise.all([parent, teacher].map((one) => one.context().close()));
    });
  });

test('the office tells families who wished for a class that is there already', async ({
  page,
  browser,
  baseURL,
  school,
}) => {
  await signIn(page, ADMIN.email);
  const [{ _id: instrument }] = (await callAs<Named[]>(page, 'GET', '/instruments')) as [Named];
  const { insertedId: classid } = await callAs(page, 'POST', '/addclass', {
    ...{ classname: 'Duets on Tuesdays', image: '/art/class-harp-960.webp', price: '60', availableseat: 3 },
    ...{ instructoremail: 'clara@cadenza.example', instrumentids: [instrument] },
  });
  const year = new Date().getUTCFullYear() + 1;
  const plan = {
    weekday: 2,
    starttime: '16:00',
    minutes: 45,
    firstday: `${year}-01-01`,
    lastday: `${year}-03-31`,
  };
  await callAs(page, 'PUT', `/class/plans/${classid}`, { plans: [{ ...plan, roomid: null }] });
  await callAs(page, 'PUT', `/class/approved/${classid}`);
  await page.goto(`/admin/roster/${classid}`);
  await page.getByRole('button', { name: 'Tell families who wished for this' }).click();
  const asking = page.getByRole('dialog', {
    name: 'Hold the free places of Duets on Tuesdays for families who wished for it?',
  });
  await look(page, 'invite');
  await asking.getByRole('button', { name: 'Hold and tell' }).click();
  await expect(page.getByText('No family wishes for a class like this.')).toBeVisible();

  const parent = await (await browser.newContext({ baseURL })).newPage();
  const email = await registerByForm(parent, newAddress().slice(0, 20));
  await proveAddress(parent, school, email);
  const [{ _id: learnerid }] = (await callAs<{ _id: string }[]>(parent, 'GET', '/learners')) as [
    { _id: string },
  ];
  await callAs(parent, 'POST', '/wishes', {
    learnerid,
    instrument,
    hours: [{ weekday: 2, from: '16:00', to: '17:00' }],
  });
  await page.getByRole('button', { name: 'Tell families who wished for this' }).click();
  await asking.getByRole('button', { name: 'Hold and tell' }).click();
  await expect(page.getByText('1 place is held for three days.')).toBeVisible();
  await page.goto('/admin/log?about=class');
  await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
    'held for families who had wished for it',
  );
  await parent.goto('/student/class/selected');
  await expect(parent.getByRole('region', { name: 'My waiting list' })).toContainText('Duets on Tuesdays');
  await parent.context().close();
});

test.describe('by keyboard alone at 768', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('a family says what would suit, and takes one wish back', async ({
    page,
    browser,
    baseURL,
    school,
  }) => {
    const office = await (await browser.newContext({ baseURL })).newPage();
    await signIn(office, ADMIN.email);
    const name = 'Glass harp';
    await callAs(office, 'POST', '/instruments', { name, image: '/art/class-harp-960.webp' });
    const instruments = await callAs<Named[]>(office, 'GET', '/instruments');
    const instrument = instruments.find((one) => one.name === name)?._id ?? '';
    const email = await registerByForm(page, 'Ida Marsh');
    await proveAddress(page, school, email);
    for (const [firstname, born] of [
      ['Jo', '2019-03-04'],
      ['Kit', '2016-03-04'],
    ])
      await callAs(page, 'POST', '/learners', { firstname, lastname: 'Marsh', born });

    await page.goto(`/classes?instrument=${instrument}&level=Beginner&weekday=2&from=16:00&until=18:00`);
    for (const child of ['Jo', 'Kit']) {
      await pressByKey(page, page.getByRole('button', { name: `Wish for ${child}` }));
      const noted = page.getByRole('button', { name: `Noted for ${child}` });
      await expect(noted).toBeVisible();
      await expect(noted).toBeFocused();
    }
    await look(page, 'wishes-768');
    await page.goto('/student/class/selected');
    const wishes = page.getByRole('region', { name: 'My wishes' });
    await expect(wishes.getByRole('listitem')).toHaveCount(2);
    await look(page, 'my-wishes-768');
    await pressByKey(page, wishes.getByRole('button').first());
    await expect(wishes.getByRole('listitem')).toHaveCount(1);
    await expect(wishes.getByRole('listitem')).toContainText('Tuesday 16:00–18:00');
    // The one that is left is reached again from where the focus is.
    await tabTo(page, wishes.getByRole('button'), 10);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'My wishes' })).toHaveCount(0);

    // The board of the office, by weekday and hour.
    await callAs(page, 'POST', '/wishes', {
      learnerid: (await callAs<Named[]>(page, 'GET', '/learners'))[1]?._id,
      ...{ instrument, hours: [{ weekday: 2, from: '16:00', to: '18:00' }] },
    });
    await office.setViewportSize({ width: 768, height: 1024 });
    await office.goto('/admin/wishes');
    await pressByKey(office, office.getByRole('link', { name: `${name} (1)` }));
    await pressByKey(office, office.getByRole('button', { name: '1 family, Tuesday 17:00' }));
    await expect(office.getByText(`1 wants ${name}, Tuesday 16:00–18:00`)).toBeVisible();
    await look(office, 'wish-grid-768');
    await pressByKey(office, office.getByRole('link', { name: 'Make a class of this' }));
    await expect(office.getByRole('group', { name: 'Instruments' }).getByLabel(name)).toBeChecked();
    await office.context().close();
  });
});
