import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, FEE, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { payerFor } from './payer.ts';
import { startPayment } from './start-payment.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

type Item = { classid: string; learnerid?: string };

const checkout = (parent: Person, items: readonly Item[], body: object = {}) =>
  parent.call('POST', '/checkout', { items, ...body });
const seats = (classid: string) => seatsOf(school.db, classid);

async function addChild(parent: Person, firstname: string): Promise<string> {
  const { body } = await parent.call('POST', '/learners', { firstname, lastname: 'Lee' });
  return body.insertedId;
}

/** A parent of two. */
async function family() {
  const parent = await school.signIn('student');
  return { parent, ada: await addChild(parent, 'Ada'), bo: await addChild(parent, 'Bo') };
}

const classOf = async (availableseat: number, fields: object = {}) =>
  (await school.addClass({ availableseat, ...fields }))._id;

const ordersOf = ({ user }: Person) =>
  school.db.selectFrom('orders').selectAll().where('userid', '=', user._id).orderBy('_id').execute();
const statesOf = async (parent: Person) => (await ordersOf(parent)).map(({ state }) => state);

/** What one parent pays for three places in two classes. */
async function openThree(free = 5) {
  const { parent, ada, bo } = await family();
  const [one, other] = [await classOf(free), await classOf(free)];
  const items = [{ classid: one, learnerid: ada }, { classid: one, learnerid: bo }, { classid: other }];
  return { parent, ada, bo, one, other, items, opened: await checkout(parent, items) };
}

describe('a checkout', () => {
  test('enrols each learner in each class by one payment', async () => {
    const { parent, ada, one, other, opened } = await openThree();
    expect(opened).toMatchObject({
      status: 200,
      body: {
        clientSecret: expect.stringMatching(/^pi_.+_secret_.+/),
        price: 3 * FEE,
        currency: 'usd',
        holduntil: new Date(school.clock.now + 15 * 60_000).toISOString(),
      },
    });
    expect(await seats(one)).toEqual({ free: 3, held: 2, taken: 0 });
    expect(await seats(other)).toEqual({ free: 4, held: 1, taken: 0 });

    const { id } = await confirmCard(school, opened.body.clientSecret);
    expect(await record(parent, other, id)).toMatchObject({ status: 400, body: { code: 'price-differs' } });
    const recorded = await record(parent, other, id, 3 * FEE);
    expect(recorded.status).toBe(200);
    expect(await record(parent, other, id, 3 * FEE)).toMatchObject({ body: recorded.body });
    expect((await record(parent, one, id, 3 * FEE)).body).not.toEqual(recorded.body);
    expect(await seats(one)).toEqual({ free: 3, held: 0, taken: 2 });
    expect(await seats(other)).toEqual({ free: 4, held: 0, taken: 1 });

    const { body } = await parent.call('GET', `/enrolledclasses/${parent.email}`);
    expect(body).toHaveLength(3);
    expect(body.map((place: { price: number }) => place.price)).toEqual([FEE, FEE, FEE]);
    expect(new Set(body.map((place: { transactionId: string }) => place.transactionId))).toEqual(
      new Set([id]),
    );
    const named = { email: parent.email, learnerid: ada, transactionId: id, price: 3 * FEE };
    const adas = await parent.call('POST', `/payments/${one}`, named);
    expect(body.find(({ _id }: { _id: string }) => _id === adas.body.result.insertedId)).toMatchObject({
      learnerid: ada,
      learnername: 'Ada Lee',
    });
  });

  test('is one charge in the ledger, of which every seat is paid for', async () => {
    const { parent, one, opened } = await openThree();
    const { id } = await confirmCard(school, opened.body.clientSecret);
    await record(parent, one, id, 3 * FEE);
    const [order] = await ordersOf(parent);
    const rows = await school.db
      .selectFrom('ledger')
      .selectAll()
      .where('checkoutid', '=', order?.checkoutid ?? '')
      .execute();
    expect(rows).toEqual([
      expect.objectContaining({ orderid: null, kind: 'charge', amount: 18_000, seats: 3 }),
    ]);
  });

  test('is told by one mail, which names the children', async () => {
    const { parent, one, opened } = await openThree();
    const { id } = await confirmCard(school, opened.body.clientSecret);
    await record(parent, one, id, 3 * FEE);
    const mails = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'enrolled');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: '3 places are confirmed' });
    expect(mails[0]?.text).toMatch(/Ada Lee.*\$60/);
    expect(mails[0]?.text).toMatch(/You.*\$60/);
    expect(mails[0]?.text).toMatch(/Paid.*\$180/);
  });

  test('by a double click or tried again is the same one', async () => {
    const { parent, one, items, opened } = await openThree();
    const [again, atOnce] = await Promise.all([
      checkout(parent, items.toReversed()),
      checkout(parent, [...items, ...items]),
    ]);
    expect(again.body).toEqual(opened.body);
    expect(atOnce.body).toEqual(opened.body);
    expect(await seats(one)).toEqual({ free: 3, held: 2, taken: 0 });
  });

  test('of which two are opened at once holds its seats once', async () => {
    const { parent, ada, bo } = await family();
    const one = await classOf(5);
    const items = [ada, bo].map((learnerid) => ({ classid: one, learnerid }));
    const [first, second] = await Promise.all([checkout(parent, items), checkout(parent, items)]);
    expect(first).toMatchObject({ status: 200 });
    expect(second?.body).toEqual(first?.body);
    expect(await seats(one)).toEqual({ free: 3, held: 2, taken: 0 });
  });

  test('with another item ends the one before and gives its seats back', async () => {
    const { parent, ada, one, other, opened } = await openThree();
    const next = await checkout(parent, [
      { classid: one, learnerid: ada },
      { classid: other, learnerid: ada },
    ]);
    expect(next).toMatchObject({ status: 200, body: { price: 2 * FEE } });
    expect(await confirmCard(school, opened.body.clientSecret)).toMatchObject({ status: 400 });
    expect(await seats(one)).toEqual({ free: 4, held: 1, taken: 0 });
    expect(await seats(other)).toEqual({ free: 4, held: 1, taken: 0 });
  });

  test('of what was paid already, and nobody told, says so and charges nothing more', async () => {
    const { parent, items, opened } = await openThree();
    await confirmCard(school, opened.body.clientSecret);
    expect(await checkout(parent, items)).toMatchObject({ status: 409, body: { code: 'already-enrolled' } });
    expect(await statesOf(parent)).toEqual(['enrolled', 'enrolled', 'enrolled']);
  });

  test('of one place is an order like any other', async () => {
    const parent = await school.signIn('student');
    const one = await classOf(1);
    const opened = await checkout(parent, [{ classid: one }]);
    expect((await start(parent, one)).body).toEqual(opened.body);
    expect(await ordersOf(parent)).toMatchObject([{ checkoutid: null }]);
  });

  test('counts as one of three open payments', async () => {
    const { parent, opened } = await openThree();
    expect(opened.status).toBe(200);
    for (const status of [200, 200, 429])
      expect(await checkout(parent, [{ classid: await classOf(1) }])).toMatchObject({ status });
  });
});

describe('nothing is held', () => {
  test('where one of the classes is full', async () => {
    const { parent, ada, bo } = await family();
    const [free, last] = [await classOf(5), await classOf(1)];
    const items = [{ classid: free }, ...[ada, bo].map((learnerid) => ({ classid: last, learnerid }))];
    expect(await checkout(parent, items)).toMatchObject({ status: 409, body: { code: 'class-full' } });
    expect(await seats(free)).toEqual({ free: 5, held: 0, taken: 0 });
    expect(await seats(last)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await ordersOf(parent)).toEqual([]);
  });

  test('where one of the classes is not open, gone or unknown', async () => {
    const parent = await school.signIn('student');
    const free = await classOf(5);
    for (const [fields, status, code] of [
      [{ status: 'pending' }, 409, 'class-closed'],
      [{ deletedat: 1 }, 404, 'class-not-found'],
    ] as const) {
      const items = [{ classid: free }, { classid: await classOf(5, fields) }];
      expect(await checkout(parent, items)).toMatchObject({ status, body: { code } });
    }
    expect(await seats(free)).toEqual({ free: 5, held: 0, taken: 0 });
  });

  test('for somebody else’s child', async () => {
    const { ada } = await family();
    const stranger = await school.signIn('student');
    const free = await classOf(5);
    for (const answer of [
      await checkout(stranger, [{ classid: free }, { classid: free, learnerid: ada }]),
      await stranger.call('POST', '/create-payment-intent', { classid: free, learnerid: ada, price: FEE }),
      await stranger.call('POST', '/create-payment-intent', { classid: free, learnerids: [ada] }),
      await stranger.call('POST', '/create-payment-intent', { learnerid: ada, price: FEE }),
      await stranger.call('POST', `/enrol/${free}`, { learnerid: ada }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'learner-not-found' } });
    expect(await seats(free)).toEqual({ free: 5, held: 0, taken: 0 });
  });

  test('where the payer was shown another price', async () => {
    const parent = await school.signIn('student');
    const items = [{ classid: await classOf(5) }, { classid: await classOf(5) }];
    expect(await checkout(parent, items, { price: FEE })).toMatchObject({ body: { code: 'price-differs' } });
    expect(await checkout(parent, items, { price: 2 * FEE })).toMatchObject({ status: 200 });
  });

  test('for none and for more than twenty', async () => {
    const parent = await school.signIn('student');
    const one = await classOf(30);
    expect((await checkout(parent, [])).status).toBe(400);
    expect((await checkout(parent, Array(21).fill({ classid: one }))).status).toBe(400);
  });
});

describe('siblings', () => {
  const together = (parent: Person, classid: string, learnerids: string[], body: object = {}) =>
    parent.call('POST', '/create-payment-intent', { classid, learnerids, ...body });

  test('get both seats or none', async () => {
    const { parent, ada, bo } = await family();
    const [two, last] = [await classOf(2), await classOf(1)];
    expect(await together(parent, last, [ada, bo])).toMatchObject({
      status: 409,
      body: { code: 'seats-too-few' },
    });
    expect(await seats(last)).toEqual({ free: 1, held: 0, taken: 0 });
    const opened = await together(parent, two, [ada, bo]);
    expect(opened).toMatchObject({ status: 200, body: { price: 2 * FEE } });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    expect((await record(parent, two, id, 2 * FEE)).status).toBe(200);
    expect(await seats(two)).toEqual({ free: 0, held: 0, taken: 2 });
  });

  test('need no price from the browser, and are refused a wrong one', async () => {
    const { parent, ada, bo } = await family();
    const two = await classOf(2);
    expect(await together(parent, two, [ada, bo], { price: FEE })).toMatchObject({
      body: { code: 'price-differs' },
    });
    expect((await parent.call('POST', '/create-payment-intent', { classid: two })).status).toBe(400);
    expect((await parent.call('POST', '/create-payment-intent', { learnerids: [ada] })).status).toBe(400);
  });
});

describe('a class that siblings choose together', () => {
  const choose = (parent: Person, classid: string, learnerids: string[]) =>
    parent.call('POST', '/select/together', { classid, learnerids });

  test('is selected for each of them once, and holds no seat', async () => {
    const { parent, ada, bo } = await family();
    const two = await classOf(2);
    const one = { classid: two, email: parent.email, learnerid: ada };
    expect((await parent.call('POST', '/select/class/', one)).body).toEqual({
      insertedId: expect.any(String),
    });
    expect((await parent.call('POST', '/select/class/', one)).body).toEqual({ message: 'exist' });
    expect((await choose(parent, two, [bo, ada])).body.insertedIds).toHaveLength(1);
    expect((await choose(parent, two, [bo, ada])).body).toEqual({ insertedIds: [] });
    const { body } = await parent.call('GET', `/selectedclass/${parent.email}`);
    expect(body.map(({ learnerid }: Item) => learnerid).sort()).toEqual([ada, bo].sort());
    expect(await seats(two)).toEqual({ free: 2, held: 0, taken: 0 });
  });

  test('is selected for none where it has fewer seats, or one of them has a place, or is not theirs', async () => {
    const { parent, ada, bo } = await family();
    const stranger = await school.signIn('student');
    const last = await classOf(1);
    expect(await choose(parent, last, [ada, bo])).toMatchObject({
      status: 409,
      body: { code: 'seats-too-few' },
    });
    const two = await classOf(2);
    expect(await choose(stranger, two, [stranger.learnerid, ada])).toMatchObject({
      status: 404,
      body: { code: 'learner-not-found' },
    });
    const theirs = { classid: two, email: stranger.email, learnerid: ada };
    expect((await stranger.call('POST', '/select/class/', theirs)).status).toBe(404);
    const opened = await parent.call('POST', '/create-payment-intent', {
      classid: two,
      learnerid: ada,
      price: FEE,
    });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    await record(parent, two, id);
    expect(await choose(parent, two, [ada, bo])).toMatchObject({ body: { code: 'already-enrolled' } });
    expect((await parent.call('GET', `/selectedclass/${parent.email}`)).body).toEqual([]);
    expect((await stranger.call('GET', `/selectedclass/${stranger.email}`)).body).toEqual([]);
  });
});

describe('who guards a child and may pay for it', () => {
  const guard = (learnerid: string, { user }: Person, rights: object) =>
    school.db
      .insertInto('guardians')
      .values({ learnerid, userid: user._id, mayenrol: 0, maypay: 0, getsmail: 0, createdat: 0, ...rights })
      .execute();

  test('pays for what they choose, or for what another chose where they may not choose', async () => {
    const { parent, ada } = await family();
    const [chooses, pays] = [await school.signIn('student'), await school.signIn('student')];
    await guard(ada, chooses, { mayenrol: 1, maypay: 1 });
    await guard(ada, pays, { maypay: 1 });
    const [one, other] = [await classOf(1), await classOf(1)];
    const items = [one, other].map((classid) => ({ classid, learnerid: ada }));
    expect(await checkout(pays, items)).toMatchObject({ status: 404, body: { code: 'learner-not-found' } });
    for (const classid of [one, other])
      await parent.call('POST', '/select/class/', { classid, email: parent.email, learnerid: ada });
    expect((await checkout(pays, items)).status).toBe(200);
    const third = { classid: await classOf(1), learnerid: ada };
    expect((await checkout(pays, [...items, third])).status).toBe(404);
    expect((await pays.call('POST', '/create-payment-intent', { learnerid: ada, price: FEE })).status).toBe(
      404,
    );
    expect((await checkout(chooses, [third])).status).toBe(200);
  });

  test('is told while somebody else of the family is paying, and takes nothing from them', async () => {
    const { parent, ada } = await family();
    const other = await school.signIn('student');
    await guard(ada, other, { mayenrol: 1, maypay: 1 });
    const one = await classOf(2);
    const items = [{ classid: one, learnerid: ada }, { classid: one }];
    const opened = await checkout(parent, items);
    for (const wanted of [items, items.slice(0, 1)])
      expect(await checkout(other, wanted)).toMatchObject({ status: 409, body: { code: 'other-paying' } });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    expect((await record(other, one, id, 2 * FEE)).status).toBe(404);
    expect((await record(parent, one, id, 2 * FEE)).status).toBe(200);
    expect(await checkout(other, items.slice(0, 1))).toMatchObject({ body: { code: 'already-enrolled' } });
  });

  test('no more once the right is taken, though the page was open', async () => {
    const { ada } = await family();
    const other = await school.signIn('student');
    await guard(ada, other, { mayenrol: 1, maypay: 1 });
    const items = [{ classid: await classOf(1), learnerid: ada }];
    const { user, learnerid } = other;
    const payer = await payerFor(school.payments, { ...user, learnerid, signinid: '' }, items);
    await school.db.deleteFrom('guardians').where('userid', '=', user._id).execute();
    await expect(startPayment(school.payments, { ...payer, items })).rejects.toMatchObject({
      code: 'learner-not-found',
    });
  });
});

describe('seats that are held and not paid for', () => {
  test('are sixty a day at most by payments for several; the next come a day after the first', async () => {
    const parent = await school.signIn('student');
    const classes = await Promise.all(Array.from({ length: 22 }, () => classOf(1)));
    const items = classes.slice(0, 20).map((classid) => ({ classid }));
    for (let round = 0; round < 3; round++) {
      expect((await checkout(parent, items)).status).toBe(200);
      school.clock.now += 15 * 60_000;
      await school.work();
    }
    const two = classes.slice(20).map((classid) => ({ classid }));
    const refused = await checkout(parent, two);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-orders' } });
    expect(Number(refused.headers['retry-after'])).toBe(24 * 3600 - 45 * 60);
    expect(await seats(classes[0] as string)).toEqual({ free: 1, held: 0, taken: 0 });
    // One at a time, as ever.
    expect((await checkout(parent, two.slice(0, 1))).status).toBe(200);
    school.clock.now += 24 * 3_600_000 - 45 * 60_000 + 1;
    expect((await checkout(parent, two)).status).toBe(200);
  });

  test('do not count once they are paid for', async () => {
    const parent = await school.signIn('student');
    for (let round = 0; round < 4; round++) {
      const items = await Promise.all(
        Array.from({ length: 20 }, async () => ({ classid: await classOf(1) })),
      );
      const { body } = await checkout(parent, items);
      const { id } = await confirmCard(school, body.clientSecret);
      expect((await record(parent, items[0]?.classid ?? '', id, 20 * FEE)).status).toBe(200);
    }
  });
});
