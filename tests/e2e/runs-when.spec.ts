import type { Page } from '@playwright/test';
import { addDays } from '#contract/time/days.ts';
import { ADMIN } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, registerPerson } from './areas.ts';
import { expect, signIn } from './fixtures.ts';
import { expectFocusOn, pressByKey, tabTo } from './keyboard.ts';
import { test } from './own-school.ts';
import { walkedAt } from './walked-at.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);

async function picture(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${name}.png`, fullPage: true });
}

for (const width of walkedAt(360, 1280))
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the office lets a class run once enough have joined, a parent reserves a place, and it is decided', async ({
      page,
      browser,
      baseURL,
    }) => {
      await signIn(page, ADMIN.email);
      const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/addclass', {
        classname: `Zither for Few ${width}`,
        image: '/art/class-first-piano-960.webp',
        price: '45',
        availableseat: 6,
        instructoremail: 'clara@cadenza.example',
      });
      await callAs(page, 'PUT', `/class/approved/${insertedId}`, {});
      await page.goto(`/admin/updateclass/${insertedId}`);
      await page.getByLabel('Runs once so many have joined').fill('2');
      await page.getByLabel('Join until').fill(inDays(5));
      await expectAccessible(page);
      await expectNoSideways(page);
      await picture(page, `form-${width}`);
      await page.getByRole('button', { name: 'Update Class', exact: true }).click();
      await expect(page).toHaveURL(/manageclass/);

      const family = await browser.newContext({ viewport: { width, height: 900 }, baseURL });
      const parent = await family.newPage();
      await registerPerson(parent, 'Petra Patient');
      await parent.goto(`/classes/${insertedId}`);
      const offer = parent.getByRole('region', { name: 'Price and places' });
      await expect(offer).toContainText('0 of 2 have joined.');
      await expect(offer.getByRole('progressbar')).toBeVisible();
      await expectAccessible(parent);
      await expectNoSideways(parent);
      await picture(parent, `class-${width}`);

      await parent.goto(`/student/class/payment/${insertedId}`);
      await expect(
        parent.getByText(
          'Your card is saved now and not charged; if the class does not run, you pay nothing.',
        ),
      ).toBeVisible();
      const reserve = parent.getByRole('button', { name: /^Reserve / });
      await expect(reserve).toBeEnabled();
      await parent.getByLabel('Card number').fill('4242424242424242');
      await parent.getByLabel('Expiry').fill('12 / 34');
      await parent.getByLabel('CVC').fill('123');
      await expectAccessible(parent);
      await expectNoSideways(parent);
      await picture(parent, `reserve-${width}`);
      await reserve.dblclick();
      await expect(parent.getByRole('heading', { name: 'Your place is reserved' })).toBeVisible();
      await picture(parent, `reserved-${width}`);

      await parent.goto('/student/class/enrolled');
      const places = parent.getByRole('region', { name: 'Reserved places' });
      await expect(places).toContainText('1 of 2 has joined.');
      await expectAccessible(parent);
      await expectNoSideways(parent);
      await picture(parent, `places-${width}`);

      await places.getByRole('button', { name: 'Cancel reservation' }).click();
      const asking = parent.getByRole('dialog', {
        name: `Cancel your reservation in Zither for Few ${width}?`,
      });
      await expectAccessible(parent);
      await asking.getByRole('button', { name: 'Keep the place' }).click();

      await page.goto('/admin/manageclass?sort=-createdat');
      await page.getByRole('button', { name: `Decide now: Zither for Few ${width}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Does this class run?' });
      await expect(dialog).toContainText('1 learner has joined');
      await expectAccessible(page);
      await picture(page, `decide-${width}`);
      await dialog.getByRole('button', { name: 'It runs' }).click();
      await expect(page.getByText('Decided: the class runs.')).toBeVisible();

      await expect(async () => {
        await parent.goto('/student/class/enrolled');
        await expect(parent.getByRole('heading', { name: 'Reserved places' })).toBeHidden();
        await expect(parent.getByText(`Zither for Few ${width}`).first()).toBeVisible();
      }).toPass();
      await family.close();
    });
  });

test.describe('by keyboard alone at 768', () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test('a parent keeps a reserved place, and then gives it back', async ({ page, browser, baseURL }) => {
    const classname = 'Zither by keyboard';
    const office = await (await browser.newContext({ baseURL })).newPage();
    await signIn(office, ADMIN.email);
    const { insertedId: classid } = await callAs(office, 'POST', '/addclass', {
      ...{ classname, image: '/art/class-first-piano-960.webp', price: '45', availableseat: 6 },
      instructoremail: 'clara@cadenza.example',
    });
    await callAs(office, 'PUT', `/class/update/${classid}`, { runsfrom: 2, decideby: inDays(5) });
    await callAs(office, 'PUT', `/class/approved/${classid}`);
    await registerPerson(page, 'Petra Patient');
    await page.goto(`/student/class/payment/${classid}`);
    for (const [label, typed] of [
      ['Card number', '4242424242424242'],
      ['Expiry', '1234'],
      ['CVC', '123'],
    ] as const) {
      await tabTo(page, page.getByLabel(label));
      await page.keyboard.type(typed);
    }
    await pressByKey(page, page.getByRole('button', { name: /^Reserve / }));
    await expect(page.getByRole('heading', { name: 'Your place is reserved' })).toBeVisible();
    const summary = page.getByRole('complementary', { name: 'What you pay' });
    await expect(summary).toContainText('free of charge until it is decided');
    await expect(summary).not.toContainText('goes back to your card');

    await page.goto('/student/class/enrolled');
    const places = page.getByRole('region', { name: 'Reserved places' });
    const cancel = places.getByRole('button', { name: `Cancel reservation: ${classname}, Petra Patient` });
    const asking = page.getByRole('dialog', { name: `Cancel your reservation in ${classname}?` });
    await pressByKey(page, cancel);
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.keyboard.press('Escape');
    await expect(asking).toBeHidden();
    await expect(cancel).toBeFocused();
    await pressByKey(page, cancel);
    await pressByKey(page, asking.getByRole('button', { name: 'Keep the place' }));
    await expect(asking).toBeHidden();
    await expect(cancel).toBeFocused();
    await pressByKey(page, cancel);
    await pressByKey(page, asking.getByRole('button', { name: 'Cancel reservation' }));
    await expect(page.getByRole('heading', { name: 'Reserved places' })).toBeHidden();
    // The list is gone: what follows it does not begin anew at the top of the page.
    await expectFocusOn(page, /^(h1|h2|main|a|button) /);
    await office.context().close();
  });
});
