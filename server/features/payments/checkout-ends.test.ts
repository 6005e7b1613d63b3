import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, FEE, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { expireOrder } from './settling/expire-order.ts';
import { settle } from './settling/settle.ts';

/* Whatever becomes of a payment for several places becomes of all of them. */

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const HOLD_MS = 15 * 60_000;
const later = (ms: number) => {
  school.clock.now += ms;
};
const seats = (classid: string) => seatsOf(school.db, classid);
const classOf = async (availableseat: number, fields: object = {}) =>
  (await school.addClass({ availableseat, ...fields }))._id;

async function addChild(parent: Person, firstname: string): Promise<string> {
  const { body } = await parent.call('POST', '/learners', { firstname, lastname: 'Lee' });
  return body.insertedId;
}

const ordersOf = ({ user }: Person) =>
  school.db.selectFrom('orders').selectAll().where('userid', '=', user._id).orderBy('_id').execute();
const statesOf = async (parent: Person) =>
  [...new Set((await ordersOf(parent)).map(({ state }) => state))].sort();

const FREE = { free: 1, held: 0, taken: 0 };
const HELD = { free: 0, held: 1, taken: 0 };
const TAKEN = { free: 0, held: 0, taken: 1 };

/** A parent's payment for two places, each the last of its class. */
async function openTwo() {
  const parent = await school.signIn('student');
  const child = await addChild(parent, 'Ada');
  const classes = [await classOf(1), await classOf(1)] as const;
  const items = classes.map((classid) => ({ classid, learnerid: child }));
  const { body } = await parent.call('POST', '/checkout', { items });
  const secret: string = body.clientSecret;
  return { parent, child, classes, items, secret, intentid: secret.split('_secret_')[0] ?? '' };
}

const seatsOfBoth = (classes: readonly string[]) => Promise.all(classes.map(seats));
const readIntent = (id: string) => school.payments.cards.readIntent(id);

describe('a checkout that nobody pays', () => {
  test('gives back all seats when its time is over, once the card service has cancelled', async () => {
    const { parent, classes, intentid } = await openTwo();
    expect(await seatsOfBoth(classes)).toEqual([HELD, HELD]);
    later(HOLD_MS);
    await school.work();
    expect(await statesOf(parent)).toEqual(['expired']);
    expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
    expect(await readIntent(intentid)).toMatchObject({ status: 'canceled' });
  });

  test('is opened anew when it is asked for again', async () => {
    const { parent, items, classes, intentid } = await openTwo();
    later(HOLD_MS);
    const again = await parent.call('POST', '/checkout', { items });
    expect(again.status).toBe(200);
    expect(again.body.clientSecret).not.toContain(intentid);
    expect(await seatsOfBoth(classes)).toEqual([HELD, HELD]);
  });

  test('and of which the card service knows nothing gives back all seats', async () => {
    const { parent, classes, intentid } = await openTwo();
    await school.db.deleteFrom('cards_intents').where('id', '=', intentid).execute();
    later(HOLD_MS);
    await school.work();
    expect(await statesOf(parent)).toEqual(['expired']);
    expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
  });

  test.each([0, 48 * 60 * 60_000])(
    'nor whose process died before the payment was saved, seen %i ms later',
    async (ms) => {
      const { parent, classes, intentid } = await openTwo();
      const lost = { state: 'held' as const, intentid: null, clientsecret: null };
      await school.db.updateTable('orders').set(lost).where('intentid', '=', intentid).execute();
      later(HOLD_MS + ms);
      await school.work();
      expect(await statesOf(parent)).toEqual(['expired']);
      expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
      expect(await readIntent(intentid)).toMatchObject({ status: 'canceled' });
    },
  );

  test('that the card service refuses holds nothing', async () => {
    const priced = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
    const parent = await priced.signIn('student');
    // Together more than a card can be charged.
    const one = await priced.addClass({ price: 60_000_000, availableseat: 1 });
    const other = await priced.addClass({ price: 60_000_000, availableseat: 1 });
    const items = [one, other].map(({ _id: classid }) => ({ classid }));
    expect(await parent.call('POST', '/checkout', { items })).toMatchObject({
      status: 409,
      body: { code: 'payment-refused' },
    });
    for (const { _id } of [one, other]) expect(await seatsOf(priced.db, _id)).toEqual(FREE);
    await priced.close();
  });
});

describe('a checkout that was paid', () => {
  test('and never recorded enrols all by the event of the card service', async () => {
    const { parent, classes, secret } = await openTwo();
    await confirmCard(school, secret);
    await school.work();
    expect(await statesOf(parent)).toEqual(['enrolled']);
    expect(await seatsOfBoth(classes)).toEqual([TAKEN, TAKEN]);
  });

  test('before its process had saved the payment enrols all', async () => {
    const { parent, secret, intentid } = await openTwo();
    const lost = { state: 'held' as const, intentid: null, clientsecret: null };
    await school.db.updateTable('orders').set(lost).where('intentid', '=', intentid).execute();
    await confirmCard(school, secret);
    await settle(school.payments, intentid);
    expect(await statesOf(parent)).toEqual(['enrolled']);
  });

  test('in the moment in which its time ends enrols all', async () => {
    const { parent, classes, secret } = await openTwo();
    const [order] = await ordersOf(parent);
    await confirmCard(school, secret);
    later(HOLD_MS);
    if (order) await expireOrder(school.payments, order);
    expect(await statesOf(parent)).toEqual(['enrolled']);
    expect(await seatsOfBoth(classes)).toEqual([TAKEN, TAKEN]);
  });

  test('is settled once, however many tell of it at once', async () => {
    const { parent, classes, secret, intentid } = await openTwo();
    await confirmCard(school, secret);
    const [order] = await ordersOf(parent);
    if (!order) throw new Error();
    await Promise.all([
      ...classes.map((classid) => record(parent, classid, intentid, 2 * FEE)),
      settle(school.payments, intentid),
      expireOrder(school.payments, order),
      school.work(),
    ]);
    expect(await statesOf(parent)).toEqual(['enrolled']);
    expect(await seatsOfBoth(classes)).toEqual([TAKEN, TAKEN]);
    const told = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'enrolled');
    expect(told).toHaveLength(1);
  });
});

/** What the card service took after the school had given the seats back. */
async function payLate({ parent, intentid, secret }: Awaited<ReturnType<typeof openTwo>>) {
  const over = { state: 'expired' as const, workat: null };
  const orders = await ordersOf(parent);
  await school.db.updateTable('orders').set(over).where('intentid', '=', intentid).execute();
  for (const { classid, _id } of orders) {
    if (classid === null) continue;
    await school.payments.seats.release(school.db, { classid, orderid: _id, now: school.clock.now });
  }
  await confirmCard(school, secret);
}

describe('a payment that comes after the time of its checkout', () => {
  test('takes all the seats again', async () => {
    const opened = await openTwo();
    await payLate(opened);
    expect(await seatsOfBoth(opened.classes)).toEqual([FREE, FREE]);
    expect((await record(opened.parent, opened.classes[0], opened.intentid, 2 * FEE)).status).toBe(200);
    expect(await statesOf(opened.parent)).toEqual(['enrolled']);
    expect(await seatsOfBoth(opened.classes)).toEqual([TAKEN, TAKEN]);
  });

  test('is owed back whole where one of the seats has gone, and takes none of the others', async () => {
    const opened = await openTwo();
    await payLate(opened);
    await enrol(school, await school.signIn('student'), opened.classes[1]);
    expect(await record(opened.parent, opened.classes[0], opened.intentid, 2 * FEE)).toMatchObject({
      status: 409,
      body: { code: 'payment-returned' },
    });
    expect(await seatsOfBoth(opened.classes)).toEqual([FREE, TAKEN]);
    await school.work();
    expect(await readIntent(opened.intentid)).toMatchObject({ received: 12_000, refunded: 12_000 });
    expect(await statesOf(opened.parent)).toEqual(['refunded']);
  });

  test('is owed back whole where one of the places was paid for otherwise meanwhile', async () => {
    const opened = await openTwo();
    const { parent, child, classes, intentid } = opened;
    await payLate(opened);
    const price = { classid: classes[0], learnerid: child, price: FEE };
    const { body } = await parent.call('POST', '/create-payment-intent', price);
    const { id } = await confirmCard(school, body.clientSecret);
    expect((await record(parent, classes[0], id)).status).toBe(200);
    expect(await record(parent, classes[1], intentid, 2 * FEE)).toMatchObject({ status: 409 });
    await school.work();
    expect(await readIntent(intentid)).toMatchObject({ refunded: 12_000 });
    expect(await readIntent(id)).toMatchObject({ refunded: 0 });
    expect(await seatsOfBoth(classes)).toEqual([TAKEN, FREE]);
  });
});

describe('a class that is taken off the list', () => {
  test('while it is paid for ends the whole checkout', async () => {
    const { parent, classes, secret } = await openTwo();
    const admin = await school.signIn('admin');
    expect((await admin.call('PUT', `/class/denied/${classes[0]}`)).status).toBe(200);
    await school.work();
    expect(await statesOf(parent)).toEqual(['expired']);
    expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
    expect(await confirmCard(school, secret)).toMatchObject({ status: 400 });
  });

  test('after it was paid for, and before that was told, sends all the money back and frees every seat', async () => {
    const { parent, classes, secret, intentid } = await openTwo();
    const admin = await school.signIn('admin');
    await confirmCard(school, secret);
    expect((await admin.call('DELETE', `/delete/${classes[1]}`)).status).toBe(200);
    expect(await record(parent, classes[0], intentid, 2 * FEE)).toMatchObject({
      status: 409,
      body: { code: 'payment-returned', detail: expect.stringContaining('The class is no longer offered.') },
    });
    await school.work();
    expect(await statesOf(parent)).toEqual(['refunded']);
    expect(await readIntent(intentid)).toMatchObject({ refunded: 12_000 });
    expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
    expect(await mailsOf(school, parent.email)).not.toContainEqual(
      expect.objectContaining({ kind: 'enrolled' }),
    );
  });
});

describe('a checkout of another amount', () => {
  test('than was paid is owed back whole', async () => {
    const { parent, classes, secret, intentid } = await openTwo();
    await confirmCard(school, secret);
    const orders = school.db.updateTable('orders').set({ amount: 5000 });
    await orders.where('intentid', '=', intentid).where('classid', '=', classes[0]).execute();
    await school.work();
    expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
    expect(await readIntent(intentid)).toMatchObject({ refunded: 12_000 });
    expect(await statesOf(parent)).toEqual(['refunded']);
  });
});

describe('who is erased while paying', () => {
  test('as a child ends the whole checkout', async () => {
    const { parent, child, classes, secret, intentid } = await openTwo();
    expect((await parent.call('DELETE', `/learners/${child}`)).status).toBe(200);
    expect(await seatsOfBoth(classes)).toEqual([FREE, FREE]);
    await school.work();
    expect(await statesOf(parent)).toEqual(['expired']);
    expect(await readIntent(intentid)).toMatchObject({ status: 'canceled' });
    expect(await confirmCard(school, secret)).toMatchObject({ status: 400 });
  });

  test('as one child of two gives everything back, though it was paid in that moment', async () => {
    const parent = await school.signIn('student');
    const [ada, bo] = [await addChild(parent, 'Ada'), await addChild(parent, 'Bo')];
    const two = await classOf(2);
    const { body } = await parent.call('POST', '/create-payment-intent', {
      classid: two,
      learnerids: [ada, bo],
    });
    const { id } = await confirmCard(school, body.clientSecret);
    expect((await parent.call('DELETE', `/learners/${ada}`)).status).toBe(200);
    await school.work();
    expect(await statesOf(parent)).toEqual(['refunded']);
    expect(await readIntent(id)).toMatchObject({ refunded: 12_000 });
    expect(await seats(two)).toEqual({ free: 2, held: 0, taken: 0 });
  });

  test('is not enrolled by a payment that named no class', async () => {
    const parent = await school.signIn('student');
    const one = await classOf(1);
    for (const classid of [undefined, one]) {
      const child = await addChild(parent, 'Bo');
      const asked = { classid, learnerid: child, price: FEE };
      const { body } = await parent.call('POST', '/create-payment-intent', asked);
      const { id } = await confirmCard(school, body.clientSecret);
      expect((await parent.call('DELETE', `/learners/${child}`)).status).toBe(200);
      expect((await record(parent, one, id)).status).not.toBe(200);
      await school.work();
      expect(await seats(one)).toEqual(FREE);
      expect(await readIntent(id)).toMatchObject({ refunded: 6000 });
    }
  });
});

describe('a place that costs nothing', () => {
  let priced: TestSchool;
  beforeAll(async () => {
    priced = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  });
  afterAll(() => priced.close());

  async function openWithFree(dear = 5000) {
    const parent = await priced.signIn('student');
    const [free, paid] = [
      await priced.addClass({ price: 0, availableseat: 1 }),
      await priced.addClass({ price: dear, availableseat: 1 }),
    ];
    const items = [free, paid].map(({ _id: classid }) => ({ classid }));
    return {
      parent,
      free: free._id,
      paid: paid._id,
      opened: await parent.call('POST', '/checkout', { items }),
    };
  }
  const states = async ({ user }: Person) =>
    (
      await priced.db
        .selectFrom('orders')
        .select(['amount', 'state'])
        .where('userid', '=', user._id)
        .execute()
    ).map(({ amount, state }) => `${amount} ${state}`);

  test('is taken with those that are paid for', async () => {
    const { parent, free, paid, opened } = await openWithFree();
    expect(opened).toMatchObject({ status: 200, body: { price: 50 } });
    const { id } = await confirmCard(priced, opened.body.clientSecret);
    expect((await record(parent, free, id, 50)).status).toBe(200);
    expect((await states(parent)).sort()).toEqual(['0 enrolled', '5000 enrolled']);
    for (const classid of [free, paid]) expect(await seatsOf(priced.db, classid)).toEqual(TAKEN);
    const [mail] = (await mailsOf(priced, parent.email)).filter(({ kind }) => kind === 'enrolled');
    expect(mail?.text).toMatch(/nothing to pay/);
  });

  test('is given up with those whose money goes back, and nothing is owed for it', async () => {
    const { parent, free, paid, opened } = await openWithFree();
    const admin = await priced.signIn('admin');
    const { id } = await confirmCard(priced, opened.body.clientSecret);
    await admin.call('DELETE', `/delete/${paid}`);
    expect(await record(parent, free, id, 50)).toMatchObject({
      status: 409,
      body: { code: 'payment-returned' },
    });
    await priced.work();
    expect((await states(parent)).sort()).toEqual(['0 expired', '5000 refunded']);
    for (const classid of [free, paid]) expect(await seatsOf(priced.db, classid)).toEqual(FREE);
  });

  test('alone needs no payment', async () => {
    const { parent, opened } = await openWithFree(0);
    expect(opened).toMatchObject({ status: 409, body: { code: 'nothing-to-pay' } });
    expect(await states(parent)).toEqual([]);
  });
});

describe('a seat that was offered to a child', () => {
  testWithWaitlist(
    'is taken by the checkout, ends with the offer, and is offered again when it is not paid',
    async () => {
      const parent = await school.signIn('student');
      const child = await addChild(parent, 'Ada');
      const [full, free] = [await classOf(1), await classOf(1)];
      const first = await school.signIn('student');
      const { enrolment } = await enrol(school, first, full);
      await insertEntry(school.db, { learnerid: child, classid: full, now: school.clock.now });
      await first.call('POST', `/enrolments/${enrolment}/cancel`);
      expect(await seats(full)).toEqual(HELD);

      const stranger = await school.signIn('student');
      const wanted = { items: [{ classid: full }, { classid: free }] };
      expect(await stranger.call('POST', '/checkout', wanted)).toMatchObject({
        body: { code: 'class-full' },
      });
      const items = [full, free].map((classid) => ({ classid, learnerid: child }));
      const opened = await parent.call('POST', '/checkout', { items });
      expect(opened.status).toBe(200);
      expect(opened.body.holduntil).toBe(new Date(school.clock.now + HOLD_MS).toISOString());
      later(HOLD_MS);
      await school.work();
      expect(await seatsOfBoth([full, free])).toEqual([HELD, FREE]);
      const again = await parent.call('POST', '/checkout', { items });
      const { id } = await confirmCard(school, again.body.clientSecret);
      expect((await record(parent, full, id, 2 * FEE)).status).toBe(200);
      expect(await seatsOfBoth([full, free])).toEqual([TAKEN, TAKEN]);
    },
  );
});
