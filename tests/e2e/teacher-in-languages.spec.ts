import { nameOf } from '#languages/languages.ts';
import { DEMO_PASSWORD, INSTRUCTORS } from '#server/database/seed/people.ts';
import { callAs, expectFaultAt } from './areas.ts';
import { expect } from './fixtures.ts';
import { expectGood, sayIn, speakAll, WALKED, type Walked } from './in-languages.ts';
import { onOwnSchool } from './own-school.ts';

/* A teacher who works in German or French, and types sums as they are written there. */

const test = onOwnSchool();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { email } = INSTRUCTORS.clara;
const CLASS: Record<Walked, { classname: string; description: string; sum: RegExp }> = {
  de: {
    classname: 'Streicherklasse für Anfänger',
    description: 'Bitte Kolophonium mitbringen.',
    sum: /120,50\s\$/,
  },
  fr: {
    classname: 'Cordes pour débutants',
    description: 'Apporter de la colophane.',
    sum: /120,50\s\$/,
  },
};
const PICTURE = 'public/art/class-violin-small-480.webp';

test.beforeAll(async ({ browser, school }) => {
  const page = await browser.newPage({ baseURL: school.url });
  await speakAll(page);
  await page.close();
});

for (const code of WALKED) {
  const say = sayIn(code);
  const { classname, description, sum } = CLASS[code];

  test(`a teacher adds a class and changes it in ${nameOf(code)}`, async ({ page }) => {
    test.setTimeout(180_000);
    const main = page.getByRole('main');
    const area = page.getByRole('navigation', { name: say('areas.instructor') });
    const price = main.getByLabel(say('classes.price', { currency: 'USD' }));
    const seats = main.getByLabel(say('classes.available_seat'), { exact: true });
    const row = page.getByRole('row').filter({ hasText: classname });
    const savedPrice = async () => {
      const all = await callAs<{ classname: string; price: number }[]>(page, 'GET', `/classes/find/${email}`);
      return all.find((one) => one.classname === classname)?.price;
    };

    await test.step('signs in', async () => {
      await page.goto(`/${code}/login`);
      await main.getByLabel(say('common.email')).fill(email);
      await main.getByLabel(say('common.password'), { exact: true }).fill(DEMO_PASSWORD);
      await main
        .locator('form')
        .getByRole('button', { name: say('account.login') })
        .click();
      await expect(page).toHaveURL(`/${code}/instructor`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('areas.welcome_instructor'));
      await expectGood(page, code, 'teacher');
    });

    await test.step('is told what is missing and what cannot be read', async () => {
      await area.getByRole('link', { name: say('areas.add_class') }).click();
      await price.fill('1.234');
      await seats.fill('1001');
      await main.getByRole('button', { name: say('areas.add_class') }).click();
      await expectFaultAt(main.getByLabel(say('classes.class_name')), say('classes.enter_name'));
      await expect(price).toHaveAccessibleDescription(
        new RegExp(
          say('common.ambiguous_number', { typed: '1.234', thousands: '1234,00', decimals: '1,23' }),
        ),
      );
      await expect(seats).toHaveAccessibleDescription(
        new RegExp(say('common.whole_number', { min: 0, max: 1000 })),
      );
      await expectGood(page, code, 'add-class-faults');
    });

    await test.step('adds it for 120,50', async () => {
      await main.getByLabel(say('classes.class_name')).fill(classname);
      await main.getByLabel(say('classes.image')).setInputFiles(PICTURE);
      await expect(main.getByAltText(say('classes.preview_of_class'))).toBeVisible();
      await price.fill('120,50');
      await seats.fill('12');
      await main.getByLabel(say('classes.level'), { exact: true }).selectOption(say('classes.beginner'));
      await main.getByLabel(say('common.description')).fill(description);
      await main.getByRole('button', { name: say('areas.add_class') }).click();
      await expect(page.getByText(say('classes.added'))).toBeVisible();
      await expect(row).toContainText(sum);
      await expect(row).toContainText(say('classes.pending'));
      expect(await savedPrice()).toBe(120.5);
      await expectGood(page, code, 'my-classes');
    });

    await test.step('finds the sum as it was typed, and changes it', async () => {
      await row.getByRole('link', { name: say('classes.update_of', { classname }) }).click();
      await expect(price).toHaveValue('120,50');
      await price.fill('');
      await main.getByRole('button', { name: say('classes.update_class') }).click();
      await expectFaultAt(price, say('common.enter_price'));
      await expectGood(page, code, 'update-class');
      await price.fill('99,9');
      await main.getByRole('button', { name: say('classes.update_class') }).click();
      await expect(page.getByText(say('classes.updated'))).toBeVisible();
      expect(await savedPrice()).toBe(99.9);
    });

    await test.step('sees who is in a class', async () => {
      await row.getByRole('button', { name: say('classes.history_of', { classname }) }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0);
      await expectGood(page, code, 'history');
      await page.keyboard.press('Escape');
      const full = main.getByRole('row').filter({ hasText: 'First Steps at the Piano' });
      await full
        .getByRole('link', {
          name: say('classes.roster_of_class', { classname: 'First Steps at the Piano' }),
        })
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('areas.roster'));
      await expectGood(page, code, 'roster');
      await area.getByRole('link', { name: say('areas.my_week') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('areas.my_week'));
      await expectGood(page, code, 'teacher-week');
    });
  });
}
