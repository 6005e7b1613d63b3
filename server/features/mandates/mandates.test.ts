import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { newId } from '#server/database/ids.ts';
import { transact } from '#server/database/transact.ts';
import { ROWS } from '#server/features/rows.ts';
import { AppError } from '#server/http/errors.ts';
import { confirmCard, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { forgetCards } from './queries.ts';
import { ASKED_MS } from './save-card.ts';
import { workMandates } from './work-mandates.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const WORDS =
  'Save this card for later payments. The card service keeps it, and Cadenza uses it only for payments that you start yourself or have agreed to before. You can remove it at any time on the page “Payments and balance”.';

/** The embedded card service's own records. */
const cardsDb = () => school.db as unknown as Kysely<CardPaymentsTables>;

const opened = async (person: Person) => {
  const { _id: classid } = await school.addClass({ availableseat: 4 });
  const { body } = await start(person, classid);
  return { classid, clientSecret: String(body.clientSecret) };
};
const save = (person: Person, clientSecret: string, isToSave = true) =>
  person.call('PUT', '/account/cards', { clientSecret, save: isToSave });
const cardsOf = async (person: Person) => (await person.call('GET', '/account/cards')).body.cards;
const rowsOf = () => school.db.selectFrom('mandates').selectAll().orderBy('createdat').execute();
const customers = () => cardsDb().selectFrom('cards_customers').selectAll().execute();
const savedMethods = () =>
  cardsDb().selectFrom('cards_methods').selectAll().where('customerid', 'is not', null).execute();

/** Enrols in a class of its own, and says whether the card is saved. */
async function paying(person: Person, { token = 'pm_card_visa', isToSave = true } = {}) {
  const { classid, clientSecret } = await opened(person);
  if (isToSave) expect((await save(person, clientSecret)).status).toBe(200);
  const { id } = await confirmCard(school, clientSecret, token);
  expect((await record(person, classid, id)).status).toBe(200);
  return { classid, clientSecret, id };
}

test('a card is saved with the payment that its holder consents to, and no other', async () => {
  const ana = await school.signIn('student');
  await paying(ana, { isToSave: false });
  expect(await cardsOf(ana)).toEqual([]);
  const consentedat = school.clock.now;
  await paying(ana);
  expect(await cardsOf(ana)).toEqual([
    {
      _id: expect.any(String),
      last4: '4242',
      until: expect.stringMatching(/^\d{4}-12-31$/),
      words: WORDS,
      consentedat: new Date(consentedat).toISOString(),
    },
  ]);
  expect(await cardsOf(await school.signIn('student'))).toEqual([]);
});

test('a payment that fails saves nothing, and one that is made with another card saves that', async () => {
  const bela = await school.signIn('student');
  const { classid, clientSecret } = await opened(bela);
  await save(bela, clientSecret);
  expect((await confirmCard(school, clientSecret, 'pm_card_visa_chargeDeclined')).status).toBe(402);
  expect(await cardsOf(bela)).toEqual([]);
  const { id } = await confirmCard(school, clientSecret, 'pm_card_mastercard');
  await record(bela, classid, id);
  expect(await cardsOf(bela)).toMatchObject([{ last4: '4444' }]);
});

test('a consent that is withdrawn before the payment saves nothing', async () => {
  const carl = await school.signIn('student');
  const { classid, clientSecret } = await opened(carl);
  await save(carl, clientSecret);
  expect((await save(carl, clientSecret, false)).status).toBe(200);
  const { id } = await confirmCard(school, clientSecret);
  await record(carl, classid, id);
  expect(await cardsOf(carl)).toEqual([]);
});

test('what the provider’s event records saves the card, too', async () => {
  const dora = await school.signIn('student');
  const { clientSecret } = await opened(dora);
  await save(dora, clientSecret);
  await confirmCard(school, clientSecret);
  await school.work();
  expect(await cardsOf(dora)).toMatchObject([{ last4: '4242' }]);
});

test('the saved card pays, and a new one takes its place, also at the card service', async () => {
  const emma = await school.signIn('student');
  await paying(emma);
  const { classid, clientSecret } = await opened(emma);
  const { status, body } = await emma.call('POST', '/account/cards/use', { clientSecret });
  expect(status).toBe(200);
  const { id } = await confirmCard(school, clientSecret, body.paymentMethod);
  expect((await record(emma, classid, id)).status).toBe(200);
  const before = (await savedMethods()).length;
  await paying(emma, { token: 'pm_card_mastercard' });
  await school.work();
  expect(await cardsOf(emma)).toMatchObject([{ last4: '4444' }]);
  expect(await savedMethods()).toHaveLength(before);
});

test('a consent whose payment is not made leaves the saved card, and what was consented to for it, as it is', async () => {
  const olga = await school.signIn('student');
  await paying(olga);
  const before = await cardsOf(olga);
  school.clock.now += 60_000;
  const { clientSecret } = await opened(olga);
  await save(olga, clientSecret);
  expect(await cardsOf(olga)).toEqual(before);
  await save(olga, clientSecret, false);
  expect(await cardsOf(olga)).toEqual(before);
});

test('two accounts that are merged do not pay with each other’s cards, and each has its own once they are parted', async () => {
  const [kept, dropped] = [await school.signIn('student'), await school.signIn('student')];
  await paying(kept);
  await paying(dropped, { token: 'pm_card_mastercard' });
  const admin = await school.signIn('admin');
  const { body: merged } = await admin.call('POST', '/families/merge', {
    keep: kept.user._id,
    drop: dropped.user._id,
  });
  expect(await cardsOf(kept)).toMatchObject([{ last4: '4242' }]);
  await paying(kept, { token: 'pm_card_amex' });
  expect((await admin.call('DELETE', `/families/merge/${merged.insertedId}`)).status).toBe(200);
  const found = await school.db
    .selectFrom('mandates')
    .select(['userid', 'last4'])
    .where('state', '=', 'saved')
    .where('userid', 'in', [kept.user._id, dropped.user._id])
    .orderBy('last4')
    .execute();
  expect(found).toEqual([
    { userid: kept.user._id, last4: '0005' },
    { userid: dropped.user._id, last4: '4444' },
  ]);
});

test('no one saves or uses a card by a payment of another account', async () => {
  const finn = await school.signIn('student');
  const { clientSecret } = await opened(finn);
  const stranger = await school.signIn('student');
  await paying(stranger);
  expect((await save(stranger, clientSecret)).body.code).toBe('payment-not-found');
  expect((await stranger.call('POST', '/account/cards/use', { clientSecret })).status).toBe(404);
  const guessed = `${clientSecret.split('_secret_')[0]}_secret_guessed`;
  expect((await save(finn, guessed)).body.code).toBe('payment-not-found');
  expect((await finn.call('POST', '/account/cards/use', { clientSecret })).body.code).toBe('card-not-found');
});

test('a payment that is made already saves no card any more', async () => {
  const gina = await school.signIn('student');
  const { clientSecret } = await paying(gina, { isToSave: false });
  expect((await save(gina, clientSecret)).body.code).toBe('payment-expired');
});

test('a card that is removed is forgotten at the card service, though that was away', async () => {
  const hana = await school.signIn('student');
  await paying(hana);
  // What was due before.
  await school.work();
  const [{ customerid } = { customerid: null }] = (await rowsOf()).filter(
    ({ userid }) => userid === hana.user._id,
  );
  expect((await hana.call('DELETE', '/account/cards')).body).toEqual({ deletedCount: 1 });
  expect(await cardsOf(hana)).toEqual([]);
  const away = {
    ...school.payments.cards,
    deleteCustomer: () => Promise.reject(new AppError('provider-unavailable')),
  };
  expect(await workMandates({ ...school.payments, cards: away })).toBe(0);
  expect((await customers()).find(({ id }) => id === customerid)?.deletedat).toBeNull();
  school.clock.now += 61_000;
  await workMandates(school.payments);
  expect((await customers()).find(({ id }) => id === customerid)?.deletedat).not.toBeNull();
  expect((await rowsOf()).filter(({ state }) => state === 'forgetting')).toEqual([]);
  expect((await savedMethods()).filter((method) => method.customerid === customerid)).toEqual([]);
});

test('a customer whose making was not answered is forgotten all the same', async () => {
  const _id = newId();
  await school.payments.cards.createCustomer(_id);
  const now = school.clock.now;
  const row = { state: 'forgetting' as const, userid: null, customerid: null, methodid: null };
  const card = { last4: null, until: null, intentid: null, words: WORDS, consentedat: now };
  await school.db
    .insertInto('mandates')
    .values({ _id, ...row, ...card, workat: now, createdat: now })
    .execute();
  await workMandates(school.payments);
  const made = (await customers()).filter(({ deletedat }) => deletedat !== null);
  expect(made.length).toBeGreaterThan(0);
  expect((await rowsOf()).find((one) => one._id === _id)).toBeUndefined();
});

test('a consent whose payment is never made is forgotten after a day', async () => {
  const ida = await school.signIn('student');
  const { clientSecret } = await opened(ida);
  await save(ida, clientSecret);
  const mine = async () => (await rowsOf()).filter(({ userid }) => userid === ida.user._id);
  await workMandates(school.payments);
  expect(await mine()).toHaveLength(1);
  school.clock.now += ASKED_MS + 1;
  while ((await workMandates(school.payments)) > 0);
  expect(await mine()).toEqual([]);
});

test('an account that is erased leaves no card behind', async () => {
  const jan = await school.signIn('student');
  await paying(jan);
  const before = await savedMethods();
  await transact(school.db, async (tx) => {
    const person = { _id: jan.user._id, email: jan.email, learnerid: jan.learnerid };
    await ROWS.mandates.erase?.(tx, person, { now: school.clock.now, seats: school.payments.seats });
  });
  while ((await workMandates(school.payments)) > 0);
  expect(await savedMethods()).toHaveLength(before.length - 1);
});

test('the file that an account takes along has its cards and what it consented to', async () => {
  const kim = await school.signIn('student');
  await paying(kim);
  const { body } = await kim.call('GET', '/account/data');
  expect(body.cards).toMatchObject([{ last4: '4242', words: WORDS }]);
  await transact(school.db, (tx) => forgetCards(tx, kim.user._id, school.clock.now));
  expect((await kim.call('GET', '/account/data')).body).not.toHaveProperty('cards');
});

test('a card is charged while its holder is away, and a bank that wants to ask leaves it to be paid', async () => {
  const { cards } = school.payments;
  const charged = async (token: string, key: string) => {
    const lea = await school.signIn('student');
    const { classid, clientSecret } = await opened(lea);
    await save(lea, clientSecret);
    const { id, body } = await confirmCard(school, clientSecret, token);
    if (body.status === 'requires_action') {
      const action = body.next_action as { use_stripe_sdk: { three_d_secure_2_source: string } };
      await school.app.inject({
        method: 'POST',
        url: '/cards/v1/3ds2/challenge_complete',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          key: school.config.cards.publishableKey,
          source: action.use_stripe_sdk.three_d_secure_2_source,
          outcome: 'authenticated',
        }).toString(),
      });
    }
    await record(lea, classid, id);
    const [card] = (await rowsOf()).filter(({ userid }) => userid === lea.user._id);
    const { customerid, methodid } = card as { customerid: string; methodid: string };
    const intent = await cards.createIntent({ _id: key, amount: 2500, currency: 'usd' });
    await cards.nameCustomer(intent.id, { customerid, saves: false });
    const confirm = () => cards.confirmSaved(intent.id, { key: `confirm:${key}`, methodid });
    return { first: await confirm(), again: await confirm() };
  };
  const paid = await charged('pm_card_authenticationRequiredOnSetup', 'due:1');
  expect(paid.first).toMatchObject({ status: 'succeeded', received: 2500, refusal: null });
  expect(paid.again.id).toBe(paid.first.id);
  const asked = await charged('pm_card_authenticationRequired', 'due:2');
  expect(asked.first).toMatchObject({
    status: 'requires_payment_method',
    received: 0,
    refusal: 'authentication_required',
  });
  expect(asked.again.id).toBe(asked.first.id);
});
