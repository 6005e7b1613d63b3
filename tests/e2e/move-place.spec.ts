import type { Page } from '@playwright/test';
import { ADMIN, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callAs, expectAccessible, expectNoSideways, isForAnyone } from './areas.ts';
import { expect, signIn, signUp, test } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/* A mother enrols herself in a class that was meant for her child, and mends it without cancelling. */

// Colours are judged as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Listed = { _id: string; classname: string; availableseat: number; status: string };

/** Pays with a test card for a place of the account that is signed in. */
async function payFor(page: Page, email: string, { _id: classid }: Listed, learnerid?: string) {
  const intent = { classid, learnerid, price: 60, confirmclash: true };
  const opened = await callAs<{ clientSecret: string; price: number }>(
    page,
    'POST',
    '/create-payment-intent',
    intent,
  );
  const transactionId = opened.clientSecret.split('_secret_')[0];
  const status = await page.evaluate(
    async ({ id, client_secret }) => {
      const config = await (await fetch('/config.json')).json();
      const form = { key: config.cards.publishableKey, client_secret, payment_method: 'pm_card_visa' };
      const body = new URLSearchParams(form);
      return (await fetch(`/cards/v1/payment_intents/${id}/confirm`, { method: 'POST', body })).status;
    },
    { id: transactionId, client_secret: opened.clientSecret },
  );
  expect(status).toBe(200);
  await callAs(page, 'POST', `/payments/${classid}`, { email, transactionId, price: opened.price });
}

/** Classes for every age in which there is room. */
const findOpen = async (page: Page) =>
  (await callAs<Listed[]>(page, 'GET', '/classes/all')).filter(
    (item) => item.status === 'approved' && isForAnyone(item) && item.availableseat > 3,
  );

/** Two of them that meet at the same time. */
async function classesAtOnce(page: Page): Promise<[Listed, Listed]> {
  const open = await findOpen(page);
  type Lesson = { classid: string; startsat: string; endsat: string };
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const lessons = await callAs<Lesson[]>(page, 'GET', `/timetable?from=${day(1)}&to=${day(40)}`);
  for (const one of open)
    for (const other of open) {
      const areAtOnce = lessons.some(
        (lesson) =>
          lesson.classid === one._id &&
          lessons.some(
            ({ classid, startsat, endsat }) =>
              classid === other._id && startsat < lesson.endsat && lesson.startsat < endsat,
          ),
      );
      if (one !== other && areAtOnce) return [one, other];
    }
  throw new Error('No two classes of the demo school meet at the same time.');
}

for (const width of walkedAt(360, 1280)) {
  test(`at ${width} px a mother gives her own place to her child, whom she enters there and the receipt names`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = `nora${width}@test.example`;
    await signUp(page, { email, password: DEMO_PASSWORD, name: 'Nora Vale' });
    const [item] = await findOpen(page);
    if (!item) throw new Error('The demo school has no open class.');
    await payFor(page, email, item);

    await page.goto('/student/class/enrolled');
    await expect(page.getByText('For you', { exact: true })).toBeVisible();
    const button = page.getByRole('button', { name: `Move ${item.classname} from you to another learner` });
    await button.click();
    const dialog = page.getByRole('dialog', { name: `Move ${item.classname} to another learner` });
    await expect(dialog.getByLabel('First name')).toBeFocused();
    await expect(dialog).toContainText('Nora Vale has this place now');
    await expectAccessible(page);
    await expectNoSideways(page);
    await dialog.getByRole('button', { name: 'Move the place' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please look at what is marked above.');
    await dialog.getByLabel('First name').fill('Pia');
    await dialog.getByLabel('Last name').fill('Vale');
    await dialog.getByRole('button', { name: 'Move the place' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('[data-toast]').last()).toContainText(
      `The place in ${item.classname} was moved`,
    );
    await expect(page.getByRole('main').getByText('Pia Vale').first()).toBeVisible();
    await page.getByRole('link', { name: `Receipt for ${item.classname}, Pia Vale` }).click();
    await expect(page.getByRole('article')).toContainText('ForPia Vale');
    await expectAccessible(page);
  });

  test(`at ${width} px a clash is said in the dialog before the place is moved, and the office moves it as well`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = `ruth${width}@test.example`;
    await signUp(page, { email, password: DEMO_PASSWORD, name: `Ruth Moss${width}` });
    const child = (firstname: string, born: string) =>
      callAs(page, 'POST', '/learners', { firstname, lastname: 'Moss', born });
    const [ada, bo] = [await child('Ada', '2016-03-04'), await child('Bo', '2018-05-06')];
    const [one, other] = await classesAtOnce(page);
    await payFor(page, email, one, ada.insertedId);
    await payFor(page, email, other, bo.insertedId);
    await page.goto('/student/class/enrolled');
    const move = { name: `Move ${one.classname} from Ada Moss to another learner` };
    await page.getByRole('button', move).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Bo Moss/ }).check();
    await expect(dialog).toContainText(`Has ${other.classname} at the same time`);
    await expectAccessible(page);
    await expectNoSideways(page);
    await dialog.getByRole('button', { name: 'Move anyway' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: `Move ${one.classname} from Bo Moss` })).toBeVisible();

    await signIn(page, ADMIN.email);
    await page.goto(`/admin/roster/${one._id}`);
    await page.getByRole('link', { name: 'Open the family of Bo Moss' }).first().click();
    await page
      .getByRole('main')
      .getByRole('link', { name: `Ruth Moss${width}` })
      .click();
    await page.getByRole('button', { name: `Move ${one.classname} from Bo Moss to another learner` }).click();
    await dialog.getByRole('radio', { name: /^Ada Moss/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Move the place' }).click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole('region', { name: 'Classes' }).getByRole('row').filter({ hasText: one.classname }),
    ).toContainText('Ada Moss');
    await page.goto('/admin/log');
    await expect(page.getByRole('main')).toContainText(`moved the place of Bo Moss in ${one.classname}`);
  });
}
