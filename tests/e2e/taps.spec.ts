import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways } from './areas.ts';
import { expect, signIn, test } from './fixtures.ts';

/* How many taps it takes from the first page to a place; typing is not counted. */

/** A user at a screen, whose presses are counted. */
function counting(press: 'tap' | 'click') {
  let taps = 0;
  return {
    count: () => taps,
    async press(target: Locator) {
      taps += 1;
      await target[press]();
    },
    /**
     * From a field of the same form the keyboard's own "next" leads on; the first one is tapped, unless it
     * has the focus.
     */
    async type(field: Locator, words: string) {
      const isReached = await field.evaluate((input) => {
        const { activeElement } = document;
        return (
          activeElement instanceof HTMLInputElement &&
          input.closest('form, fieldset')?.contains(activeElement)
        );
      });
      if (!isReached) taps += 1;
      await field.fill(words);
    },
  };
}

/** An approved class; gives its id. Afterwards the page is signed out. */
async function addClass(page: Page, form: { classname: string; group: string }): Promise<string> {
  const more = { image: '/art/class-first-piano-960.webp', price: '48', availableseat: 5 };
  await signIn(page, 'clara@cadenza.example');
  const { insertedId } = await callAs(page, 'POST', '/addclass', { ...more, ...form });
  await signIn(page, 'admin@cadenza.example');
  await callAs(page, 'PUT', `/class/approved/${insertedId}`);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  return insertedId;
}

type Hand = ReturnType<typeof counting>;

async function findClass(page: Page, hand: Hand, classname: string) {
  await page.goto('/');
  await hand.press(page.getByRole('link', { name: 'View All Courses' }));
  // The newest comes first.
  await hand.press(page.getByRole('button', { name: `Select ${classname}` }));
  await expect(page).toHaveURL(/\/login\?from=/);
}

async function register(page: Page, hand: Hand, name: string) {
  await hand.press(page.locator('main').getByRole('link', { name: 'Register' }));
  await hand.type(page.getByLabel('Name', { exact: true }), name);
  await hand.type(page.getByLabel('Email'), `taps-${crypto.randomUUID()}@cadenza.example`);
  await hand.type(page.getByLabel('Password', { exact: true }), DEMO_PASSWORD);
  await hand.type(page.getByLabel('Confirm password', { exact: true }), DEMO_PASSWORD);
  await hand.press(page.locator('form').getByRole('button', { name: 'Register' }));
}

async function payByCard(page: Page, hand: Hand) {
  await hand.type(page.getByLabel('Card number'), '4242424242424242');
  await hand.type(page.getByLabel('Expiry'), '12 / 34');
  await hand.type(page.getByLabel('CVC'), '123');
  await hand.press(page.getByRole('button', { name: /^Pay / }));
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a mother of two is enrolled with both of them in at most ten taps', async ({ page }) => {
    const classname = `Tambourines ${crypto.randomUUID().slice(0, 8)}`;
    await addClass(page, { classname, group: 'Kids' });
    const hand = counting('tap');
    await findClass(page, hand, classname);
    await register(page, hand, 'Paula Parent');

    await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Paula Parent/ })).not.toBeChecked();
    const child = (at: number) => page.getByRole('group', { name: 'A child' }).nth(at);
    await expect(child(0).getByLabel('First name')).toBeFocused();
    await expect(child(0).getByLabel('Last name')).toHaveValue('Parent');
    await expectAccessible(page);
    await expectNoSideways(page);
    await hand.type(child(0).getByLabel('First name'), 'Mia');
    await hand.press(page.getByRole('button', { name: 'Add another child' }));
    await expect(child(1).getByLabel('First name')).toBeFocused();
    await hand.type(child(1).getByLabel('First name'), 'Leo');
    await hand.press(page.getByRole('button', { name: 'Select', exact: true }));

    await expect(page.getByText('2 places are held for you until')).toBeVisible();
    const summary = page.getByRole('complementary', { name: 'What you pay' });
    await expect(summary).toContainText('Mia Parent');
    await expect(summary).toContainText('Leo Parent');
    await payByCard(page, hand);
    await expect(page.getByText('Both places are yours.')).toBeVisible({ timeout: 30_000 });
    expect(hand.count()).toBeLessThanOrEqual(10);
  });
});

test('an adult is enrolled in at most six clicks', async ({ page }) => {
  const classname = `Clarinets ${crypto.randomUUID().slice(0, 8)}`;
  await addClass(page, { classname, group: 'Adults' });
  const hand = counting('click');
  await findClass(page, hand, classname);
  await register(page, hand, 'Sol Single');
  await expect(page.getByText('A place is held for you until')).toBeVisible();
  await payByCard(page, hand);
  await expect(page.getByText(`You are enrolled in ${classname}.`)).toBeVisible({ timeout: 30_000 });
  expect(hand.count()).toBeLessThanOrEqual(6);
});
