import { ADMIN } from '#server/database/seed/people.ts';
import { CARD_KEYS, openCardsServer } from '#tests/support/cards-server.ts';
import { callAs, expectAccessible, expectNoSideways, isForAnyone, registerPerson } from './areas.ts';
import { test as base, endSchool, expect, type RunningSchool, signIn, startSchool } from './fixtures.ts';
import { walkedAt } from './walked-at.ts';

/* A payment of which the office sent a part back in the dashboard of the card provider, past the school. */

// Colours are judged as they stand, not on their way.
base.use({ contextOptions: { reducedMotion: 'reduce' } });

type Cards = Awaited<ReturnType<typeof openCardsServer>>;

/** A school whose card service is outside of it, as a hosted one is. */
const test = base.extend<object, { cards: Cards; school: RunningSchool }>({
  cards: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const cards = await openCardsServer();
      await use(cards);
      await cards.close();
    },
    { scope: 'worker' },
  ],
  school: [
    async ({ cards }, use) => {
      const school = await startSchool({ ...CARD_KEYS, STRIPE_BASE_URL: cards.url });
      await use(school);
      await endSchool(school);
    },
    { scope: 'worker' },
  ],
});

for (const width of walkedAt(1280, 360))
  test(`at ${width} px an admin decides about a place of which a part was refunded elsewhere`, async ({
    page,
    cards,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = await registerPerson(page, 'Paula Person');
    type Listed = { _id: string; classname: string; availableseat: number };
    const classes = await callAs<Listed[]>(page, 'GET', '/classes/all?open=1');
    const item = classes.find((one) => isForAnyone(one) && one.availableseat > 3);
    if (!item) throw new Error('The demo school has no class with places.');
    const opened = await callAs<{ clientSecret: string; price: number }>(
      page,
      'POST',
      '/create-payment-intent',
      { classid: item._id, price: 60 },
    );
    const { id: transactionId } = await cards.confirm(opened.clientSecret);
    await callAs(page, 'POST', `/payments/${item._id}`, { email, transactionId, price: opened.price });
    await cards.refundOutside(transactionId, 2000);

    await signIn(page, ADMIN.email);
    await page.goto('/admin/money');
    const line = page.getByRole('row').filter({ hasText: email });
    await expect(line).toContainText('Partly refunded');
    await line.getByRole('button', { name: 'Repair' }).click();
    const dialog = page.getByRole('dialog', { name: 'Repair this payment?' });
    await expect(dialog).toContainText(`$20 has already gone back to ${email}. End the place in`);
    await expect(dialog).toContainText('the remaining $40 goes back too');
    await expectAccessible(page);
    await expectNoSideways(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/repair-${width}.png` });
    await dialog.getByRole('button', { name: 'Keep the place' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(line).toContainText('Matched');
  });
