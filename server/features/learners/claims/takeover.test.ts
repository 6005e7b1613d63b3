import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payerFor } from '#server/features/payments/payer.ts';
import { startPayment } from '#server/features/payments/start-payment.ts';
import { selectClass } from '#server/features/selections/select-class.ts';
import {
  addChildBy,
  EVERY_RIGHT,
  learnerAt,
  letGuard,
  NO_RIGHTS,
  tokenFor,
} from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let parent: Person;
let teenager: Person;
let learnerid: string;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  parent = await school.signIn('student');
  teenager = await school.signIn('student');
  learnerid = await addChildBy(parent, { born: '2010-04-03', note: 'No nuts.' });
});
afterAll(() => school.close());

const offer = (rights: object, email = teenager.email) =>
  parent.call('POST', `/learners/${learnerid}/takeover`, { email, ...NO_RIGHTS, ...rights });

const accept = async (person = teenager) =>
  person.call('POST', `/claims/${await tokenFor(school, person.email)}`);

const list = async (person: Person) => (await person.call('GET', '/learners')).body;

/** A place that the parent paid for. */
async function enrol(): Promise<string> {
  const { _id: classid } = await school.addClass({ availableseat: 1, enrolledstudents: 1 });
  const { now } = school.clock;
  const _id = `order-${learnerid}`;
  const order = { _id, learnerid, classid, currency: 'usd' };
  const times = { holduntil: now, createdat: now, updatedat: now, paidat: now };
  await school.db
    .insertInto('orders')
    .values({
      ...order,
      ...times,
      userid: parent.user._id,
      amount: 6000,
      state: 'enrolled',
      refundattempt: 0,
      intentid: `pi_${learnerid}`,
    } as never)
    .execute();
  await school.db
    .insertInto('enrolments')
    .values({ ...order, transactionId: `pi_${learnerid}`, price: 6000, date: now })
    .execute();
  await school.db
    .insertInto('ledger')
    .values({
      _id: `ledger-${learnerid}`,
      orderid: _id,
      kind: 'charge',
      ref: `pi_${learnerid}`,
      amount: 6000,
      createdat: now,
    })
    .execute();
  return _id;
}

test('a teenager becomes what their account is, with the seats; orders and what moved stay with who paid', async () => {
  const orderid = await enrol();
  const ledger = () => school.db.selectFrom('ledger').selectAll().where('orderid', '=', orderid).execute();
  const before = await ledger();
  expect((await offer({ maypay: true })).body).toEqual({ result: 'asked' });
  expect((await accept()).body).toMatchObject({ kind: 'takeover', learnerid });
  expect(await list(teenager)).toMatchObject([
    {
      _id: learnerid,
      self: true,
      own: true,
      learnername: 'Mia Sol',
      born: '2010-04-03',
      note: 'No nuts.',
    },
  ]);
  expect((await teenager.call('GET', `/enrolledclasses/${teenager.email}`)).body).toMatchObject([
    { _id: orderid, learnerid },
  ]);
  const order = school.db.selectFrom('orders').select(['userid', 'learnerid']).where('_id', '=', orderid);
  expect(await order.execute()).toEqual([{ userid: parent.user._id, learnerid }]);
  expect(await ledger()).toEqual(before);
  const told = school.db.selectFrom('mails').select('recipient').where('kind', '=', 'learner-taken-over');
  expect(await told.where('recipient', '=', parent.email).execute()).toHaveLength(1);
});

test('who paid stays a guardian with what was said in the offer, until either ends it', async () => {
  await offer({ maypay: true });
  await accept();
  expect(await list(parent)).toMatchObject([
    { self: true },
    {
      _id: learnerid,
      learnername: 'Mia Sol',
      self: false,
      own: false,
      mayenrol: false,
      maypay: true,
    },
  ]);
  expect((await teenager.call('GET', '/guardians')).body.guardians).toMatchObject([
    { userid: parent.user._id },
  ]);
  await teenager.call('DELETE', `/guardians/${learnerid}/${parent.user._id}`);
  expect(await list(parent)).toHaveLength(1);
});

test('who keeps no right sees nothing any more', async () => {
  await offer({});
  await accept();
  expect(await list(parent)).toHaveLength(1);
  expect((await parent.call('PUT', `/learners/${learnerid}`, { note: '' })).status).toBe(404);
});

test('an account with lessons of its own keeps them beside what it took over', async () => {
  const { _id: classid } = await school.addClass();
  await teenager.call('POST', '/select/class/', { classid, email: teenager.email });
  await offer({});
  expect((await accept()).status).toBe(200);
  expect(await list(teenager)).toMatchObject([
    { _id: teenager.learnerid, self: true },
    { _id: learnerid, self: false, own: true, learnername: 'Mia Sol' },
  ]);
});

test('an account that somebody looks after keeps that, too', async () => {
  const friend = await school.signIn('student');
  await letGuard(school, { parent: teenager, guardian: friend, learnerid: teenager.learnerid });
  await offer({});
  expect((await accept()).status).toBe(200);
  expect(await list(teenager)).toHaveLength(2);
  expect(await list(friend)).toMatchObject([{}, { _id: teenager.learnerid }]);
});

test('what others were asked about the child ends, and who guards it stays', async () => {
  const other = await school.signIn('student');
  const asked = await school.signIn('student');
  await letGuard(school, { parent, guardian: other, learnerid, rights: EVERY_RIGHT });
  await parent.call('POST', '/guardians', { learnerid, email: asked.email, ...EVERY_RIGHT });
  const token = await tokenFor(school, asked.email);
  await offer({});
  await accept();
  expect((await asked.call('POST', `/claims/${token}`)).body.code).toBe('claim-withdrawn');
  expect(await list(other)).toMatchObject([{}, { _id: learnerid, own: false }]);
});

test('nobody but the teenager takes over, and nobody takes over an account itself', async () => {
  await offer({});
  const stranger = await school.signIn('student');
  const token = await tokenFor(school, teenager.email);
  expect((await stranger.call('POST', `/claims/${token}`)).body.code).toBe('claim-other-address');
  const self = await parent.call('POST', `/learners/${parent.learnerid}/takeover`, {
    email: teenager.email,
    ...NO_RIGHTS,
  });
  expect(self.body.code).toBe('learner-is-self');
});

test('what was on its way for the learner that the account was before is refused: nobody is that any more', async () => {
  const { _id: classid } = await school.addClass();
  const { db, payments, clock } = school;
  const place = { classid, learnerid: teenager.learnerid };
  const caller = { ...teenager.user, learnerid: teenager.learnerid, signinid: '', emailverified: 1 as const };
  const payer = await payerFor(payments, caller, [place]);
  await offer({});
  await accept();
  const gone = { code: 'learner-not-found' };
  await expect(startPayment(payments, { ...payer, items: [place] })).rejects.toMatchObject(gone);
  const selected = selectClass(db, { ...place, isOver: false, day: '2026-09-01', now: clock.now });
  await expect(selected).rejects.toMatchObject(gone);
});

test('a class that is chosen, paid for or taken free while the account takes itself over is refused or there', async () => {
  const { email } = teenager;
  await offer({});
  const token = await tokenFor(school, email);
  const [one, other, third] = [await school.addClass(), await school.addClass(), await school.addClass()];
  const answers = await Promise.all([
    teenager.call('POST', '/select/class/', { classid: one._id, email }),
    teenager.call('POST', `/claims/${token}`),
    teenager.call('POST', '/create-payment-intent', { classid: other._id, price: 60 }),
    teenager.call('POST', `/enrol/${third._id}`, {}),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
});

test('of a take-over accepted twice at once one counts', async () => {
  await offer(EVERY_RIGHT);
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await learnerAt(school, learnerid)).userid).toBe(teenager.user._id);
});
