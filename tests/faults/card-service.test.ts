import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOLD_MS } from '#contract/payments/calls.ts';
import { insertEvents } from '#server/features/payments/events/queries.ts';
import { CARD_KEYS, type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import { type Fault, type FaultyProxy, openFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { record, start } from '#tests/support/pay.ts';
import { report } from '#tests/support/proof.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

/*
 * What the card service did is unknown whenever its answer is; the school then neither gives up nor does
 * anything twice.
 */

const FAULTS: Fault[] = ['reset', 'lost', 'truncated', 429, 500, 'page-200', 'page-400', 'page-502'];
const CREATE = /^POST \/v1\/payment_intents$/;
const READ = /^GET \/v1\/payment_intents\//;
const CANCEL = /^POST \/v1\/payment_intents\/[^/]+\/cancel/;
const REFUNDS = /^GET \/v1\/refunds/;
const REFUND = /^POST \/v1\/refunds/;
const LEASE_MS = 60_000;

let cards: CardsServer;
let proxy: FaultyProxy;
let school: TestSchool;

beforeAll(async () => {
  // How long the vendor's client waits before it asks again is its own affair.
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01);
  cards = await openCardsServer();
  cards.hooks.on = false;
  proxy = await openFaultyProxy(cards.url);
  school = await openTestSchool({ env: { ...CARD_KEYS, STRIPE_BASE_URL: proxy.url } });
  // The card service has the real time; the school's clock only has to run on.
  school.clock.now = Date.now();
});
afterAll(async () => {
  await school.close();
  await proxy.close();
  await cards.close();
  vi.restoreAllMocks();
});

const unavailable = { status: 503, body: { code: 'provider-unavailable' } };
const stateOf = async (id: string) => {
  const order = await school.db
    .selectFrom('orders')
    .select('state')
    .where('intentid', '=', id)
    .executeTakeFirst();
  return order?.state;
};
const intentsOf = async (person: Person) => {
  const orders = await school.db
    .selectFrom('orders')
    .select('_id')
    .where('userid', '=', person.user._id)
    .execute();
  const all = await cards.db.selectFrom('cards_intents').select('metadata').execute();
  return all.filter(({ metadata }) => orders.some(({ _id }) => metadata.includes(_id))).length;
};
async function newcomer(seats = 1) {
  return {
    person: await school.signIn('student'),
    classid: (await school.addClass({ availableseat: seats }))._id,
  };
}
async function enrolled() {
  const { person, classid } = await newcomer();
  const { body } = await start(person, classid);
  const { id } = await cards.confirm(body.clientSecret);
  const recorded = await record(person, classid, id);
  return { person, classid, id, enrolment: recorded.body.result.insertedId as string };
}
let spoilt = 0;
/** Lets the card service answer well again; gives how many of its answers were spoilt. */
function mend() {
  const hits = proxy.mend();
  spoilt += hits;
  return hits;
}

/** Past the time in which a worker that got no answer keeps a piece to itself. */
async function workLater() {
  school.clock.now += LEASE_MS;
  await school.work();
}

describe.each(FAULTS)('the card service’s answer is %s', (fault) => {
  test('to a new intent: the seat stays held, and the next try gets the same intent', async () => {
    const { person, classid } = await newcomer();
    proxy.plan(fault, CREATE);
    expect(await start(person, classid)).toMatchObject(unavailable);
    expect(mend()).toBeGreaterThan(0);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 1, taken: 0 });
    const again = await start(person, classid);
    expect(again.status).toBe(200);
    expect(await intentsOf(person)).toBe(1);
    const { id } = await cards.confirm(again.body.clientSecret);
    expect(await record(person, classid, id)).toMatchObject({ status: 200 });
  });

  test('to the question whether it was paid: nothing is decided, and asking again enrols', async () => {
    const { person, classid } = await newcomer();
    const { body } = await start(person, classid);
    const { id } = await cards.confirm(body.clientSecret);
    proxy.plan(fault, READ);
    expect(await record(person, classid, id)).toMatchObject(unavailable);
    expect(mend()).toBeGreaterThan(0);
    expect(await stateOf(id)).toBe('intent');
    expect(await record(person, classid, id)).toMatchObject({ status: 200 });
  });

  test('to a cancellation: the seat is not given away before it is sure', async () => {
    const { person, classid } = await newcomer();
    const { body } = await start(person, classid);
    const id = body.clientSecret.split('_secret_')[0];
    school.clock.now += HOLD_MS;
    proxy.plan(fault, CANCEL);
    await school.work();
    expect(mend()).toBeGreaterThan(0);
    expect(await stateOf(id)).toBe('expiring');
    expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 1, taken: 0 });
    await workLater();
    expect(await stateOf(id)).toBe('expired');
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
  });

  test('to a refund: the money goes back once', async () => {
    const { person, id, enrolment } = await enrolled();
    proxy.plan(fault, REFUND);
    const cancelled = await person.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(mend()).toBeGreaterThan(0);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'refund_due' } });
    await workLater();
    expect(await stateOf(id)).toBe('refunded');
    const refunds = await cards.db
      .selectFrom('cards_refunds')
      .select('amount')
      .where('intentid', '=', id)
      .execute();
    expect(refunds).toEqual([{ amount: 6000 }]);
  });
});

describe.each(FAULTS)('the card service’s answer is %s', (fault) => {
  const told = (intentid: string) =>
    insertEvents(school.db, [
      {
        id: `evt_${intentid}`,
        type: 'charge.refunded',
        intentid,
        now: school.clock.now,
      },
    ]);

  test('to the question what went back: the place stands until it is sure', async () => {
    const { classid, id } = await enrolled();
    await cards.refundOutside(id);
    await told(id);
    proxy.plan(fault, REFUNDS);
    await school.work();
    expect(mend()).toBeGreaterThan(0);
    expect(await stateOf(id)).toBe('enrolled');
    await workLater();
    expect(await stateOf(id)).toBe('refunded');
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
  });

  test('after a refund that was made: it counts once it is seen, and is not made twice', async () => {
    const { person, id, enrolment } = await enrolled();
    proxy.plan(fault, REFUNDS);
    const cancelled = await person.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(mend()).toBeGreaterThan(0);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'refund_due' } });
    await workLater();
    expect(await stateOf(id)).toBe('refunded');
    const made = cards.db.selectFrom('cards_refunds').select('amount').where('intentid', '=', id);
    expect(await made.execute()).toEqual([{ amount: 6000 }]);
  });
});

test('one answer that is lost is asked for again in the same call, under the same key', async () => {
  const { person, classid } = await newcomer();
  proxy.plan('lost', CREATE, 1);
  expect(await start(person, classid)).toMatchObject({ status: 200 });
  mend();
  expect(await intentsOf(person)).toBe(1);
});

test('a card service that says nothing keeps nobody waiting, and nothing is lost', async () => {
  const opens = await newcomer();
  const pays = await newcomer();
  const { body } = await start(pays.person, pays.classid);
  const { id } = await cards.confirm(body.clientSecret);
  const { person, id: enrolledBy, enrolment } = await enrolled();
  proxy.plan('stalled', /^/);
  const [opened, recorded, cancelled] = await Promise.all([
    start(opens.person, opens.classid),
    record(pays.person, pays.classid, id),
    person.call('POST', `/enrolments/${enrolment}/cancel`),
  ]);
  expect(opened).toMatchObject({ ...unavailable, headers: { 'retry-after': '5' } });
  expect(recorded).toMatchObject(unavailable);
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'refund_due' } });
  expect(mend()).toBeGreaterThan(2);
  expect(await start(opens.person, opens.classid)).toMatchObject({ status: 200 });
  expect(await intentsOf(opens.person)).toBe(1);
  expect(await record(pays.person, pays.classid, id)).toMatchObject({ status: 200 });
  await workLater();
  expect(await stateOf(enrolledBy)).toBe('refunded');
});

test('in the end the books agree', async () => {
  for (let at = 0; at < 3; at++) {
    school.clock.now += HOLD_MS;
    while ((await school.work()) > 0);
  }
  const differences = await findDifferences(school.db, cards.db);
  report({
    'answers of the card service that were lost or spoilt': spoilt,
    'differences from the books of the card service': differences.length,
  });
  expect(differences).toEqual([]);
});
