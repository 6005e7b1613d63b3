import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { FormerFamily } from '#contract/families/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { addChildBy, EVERY_RIGHT, letGuard, NO_RIGHTS, tokenFor } from '#tests/support/families.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { endFormerFamilies, eraseAccount } from './erase-account.ts';

const DAY_MS = 24 * 3_600_000;
let school: TestSchool;
let admin: Person;
let office: Person;
let parent: Person;
let childid: string;
let begun: number;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(async () => {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  await school.close({ typed: ['Former family'] });
});
beforeEach(async () => {
  school.clock.now += 4 * DAY_MS;
  begun = school.clock.now;
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  parent = await school.signIn('student');
  childid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
});

const day = () => new Date(school.clock.now).toISOString().slice(0, 10);
const ok = ({ status, body }: { status: number; body: { insertedId: string } }) => {
  expect([status, body]).toEqual([200, body]);
  return body.insertedId;
};
const charge = async (amount: number, userid = parent.user._id, kind = 'fee', more = {}) =>
  ok(
    await admin.call('POST', '/charges', {
      ...{ userid, kind, label: 'Exam', amount, day: day(), key: `k${++key}`, ...more },
    }),
  );
const invoice = async (...chargeids: string[]) =>
  ok(await admin.call('POST', '/invoices', { userid: parent.user._id, chargeids }));
const pay = async (amount: number, userid = parent.user._id) =>
  ok(await office.call('POST', '/movements', { userid, kind: 'cash', amount, day: day(), key: `m${++key}` }));
const preview = async () => (await parent.call('GET', '/account/erasure')).body.owed;
const erase = () =>
  eraseAccount(school.db, school.erasing, { uid: parent.claims.uid, now: school.clock.now });
/** Those of this test. */
const former = async (): Promise<FormerFamily[]> => {
  const { body } = await office.call('GET', '/families/former');
  return body.filter(({ erasedat }: FormerFamily) => Date.parse(erasedat) >= begun);
};
const end = () => endFormerFamilies(school.db, school.erasing, school.clock.now);
const storyOf = async (userid: string) => {
  const { body } = await office.call('GET', `/families/${userid}/statement`);
  return body.lines.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`);
};
const only = async (): Promise<FormerFamily> => {
  const [one, ...others] = await former();
  expect(others).toEqual([]);
  if (!one) throw new Error('There is none.');
  return one;
};

test('a debt is said before, and after it the school sees it without a name and settles it as any other', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Cello', price: 6000 });
  const placed = await office.call('POST', '/enrolments', { classid, learnerid: childid, pay: 'due' });
  // Too late for the place to end with the account.
  school.clock.now += 3 * DAY_MS;
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  parent = await school.signInAs({ ...parent.user, uid: parent.user.uid ?? '' });
  const invoiceid = await invoice(await charge(25));
  const loose = await charge(10);
  const { body: shown } = await office.call('GET', `/invoices/${invoiceid}`);
  expect(await preview()).toEqual({
    balance: 95,
    currency: 'usd',
    invoices: [{ number: shown.number, open: 25 }],
    places: [{ learnerid: childid, learnername: 'Ada Lee', classname: 'Cello', price: 60 }],
    others: 10,
  });
  expect(await former()).toEqual([]);
  expect(await erase()).toBe(true);

  const one = await only();
  expect(one).toMatchObject({ balance: 95, currency: 'usd' });
  expect(one.name).toMatch(/^Former family \(\d+ \w+ 2026\)$/);
  const { body: family } = await office.call('GET', `/families/${one.userid}`);
  expect(family).toMatchObject({
    user: { email: null, phone: null, erasedat: expect.any(String) },
    owed: 95,
    enrolments: [{ learnername: 'Former student', price: 60 }],
  });
  expect(JSON.stringify(family)).not.toMatch(/Ada|Lee/);
  const { body: owing } = await office.call('GET', '/families/owing');
  expect(owing).toContainEqual(expect.objectContaining({ userid: one.userid, name: one.name, email: null }));

  expect(await end()).toBe(0);
  ok(await admin.call('POST', `/charges/${loose}/reverse`, { key: 'v' }));
  expect((await office.call('POST', `/enrolments/${placed.body.insertedId}/cancel`)).status).toBe(200);
  expect((await only()).balance).toBe(25);
  await pay(5, one.userid);
  await charge(20, one.userid, 'writeoff');
  expect((await office.call('GET', `/invoices/${invoiceid}`)).body).toMatchObject({
    ...{ paid: 5, credited: 20, open: 0 },
  });
  const story = ['place 60', 'fee 25', 'fee 10', 'struck -60', 'reversal -10', 'cash -5', 'writeoff -20'];
  expect((await storyOf(one.userid)).sort()).toEqual(story.sort());
  expect(await end()).toBe(1);
  expect(await former()).toEqual([]);
  const { userid } = await school.db
    .selectFrom('charges')
    .select('userid')
    .where('_id', '=', loose)
    .executeTakeFirstOrThrow();
  expect(userid).toBeNull();
});

test('credit is said before, and is given back afterwards', async () => {
  await pay(30);
  expect(await preview()).toEqual({
    ...{ balance: -30, currency: 'usd', invoices: [], places: [], others: -30 },
  });
  await erase();
  const { userid, balance } = await only();
  expect(balance).toBe(-30);
  const refund = { userid, amount: 30, kind: 'cash', key: `r${++key}` };
  expect((await admin.call('POST', '/refunds', refund)).status).toBe(200);
  expect(await end()).toBe(1);
  expect(await former()).toEqual([]);
});

test('a debt that is struck with its place, and money that goes back to the card, are not open', async () => {
  const { _id: due } = await school.addClass({ classname: 'Oboe', price: 6000 });
  await office.call('POST', '/enrolments', { classid: due, learnerid: childid, pay: 'due' });
  const { _id: paid } = await school.addClass({ classname: 'Viola', price: 6000 });
  await enrol(school, parent, paid);
  const { body } = await parent.call('GET', '/account/erasure');
  expect(body.refunds).toHaveLength(2);
  expect(body.owed).toBeUndefined();
  await erase();
  expect(await former()).toEqual([]);
  while ((await school.work()) > 0);
});

test('what a card cannot take back, since credit was given back to it before, is open', async () => {
  const { _id: paid } = await school.addClass({ classname: 'Tuba', price: 3000 });
  await enrol(school, parent, paid);
  await charge(25, parent.user._id, 'credit');
  const refund = { userid: parent.user._id, amount: 25, key: `r${++key}` };
  expect((await admin.call('POST', '/refunds', refund)).status).toBe(200);
  while ((await school.work()) > 0);
  expect((await preview()).balance).toBe(-25);
  await erase();
  while ((await school.work()) > 0);
  expect((await only()).balance).toBe(-25);
});

test('what is even but open is said: a place that earlier money could have paid', async () => {
  await invoice(await charge(25));
  await pay(25);
  expect(await preview()).toBeUndefined();
  await erase();
  expect(await former()).toEqual([]);
});

test('who comes again gets the books by a merge, which can be undone', async () => {
  await charge(40);
  await erase();
  const { userid } = await only();
  const again = await school.signIn('student');
  const merged = await admin.call('POST', '/families/merge', { keep: again.user._id, drop: userid });
  ok(merged);
  expect((await again.call('GET', '/account/statement')).body.balance).toBe(40);
  // As long as it can be undone what was merged stays.
  expect(await end()).toBe(0);
  await admin.call('DELETE', `/families/merge/${merged.body.insertedId}`);
  expect((await again.call('GET', '/account/statement')).body.balance).toBe(0);
  expect((await only()).balance).toBe(40);
  ok(await admin.call('POST', '/families/merge', { keep: again.user._id, drop: userid }));
  school.clock.now += 2 * DAY_MS;
  expect(await end()).toBe(1);
  expect(
    (await (await school.signIn('office')).call('GET', `/families/${again.user._id}/statement`)).body.balance,
  ).toBe(40);
});

/** Lets the child have a guardian who could pay for a week. */
async function letHeirGuard(): Promise<Person> {
  const heir = await school.signIn('student');
  await letGuard(school, { parent, guardian: heir, learnerid: childid, rights: EVERY_RIGHT });
  school.clock.now += 8 * DAY_MS;
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  parent = await school.signInAs({ ...parent.user, uid: parent.user.uid ?? '' });
  return school.signInAs({ ...heir.user, uid: heir.user.uid ?? '' });
}

test('what a child that stays was charged goes with it, but for what an invoice says', async () => {
  const heir = await letHeirGuard();
  const ofChild = { learnerid: childid };
  await charge(10, parent.user._id, 'fee', ofChild);
  await charge(7);
  await invoice(await charge(25, parent.user._id, 'fee', ofChild));
  // It has paid a part of the invoice, and stays with it.
  await charge(2, parent.user._id, 'discount', ofChild);
  const taken = await charge(90, parent.user._id, 'fee', ofChild);
  ok(await admin.call('POST', `/charges/${taken}/reverse`, { key: 'v' }));
  expect(await preview()).toMatchObject({ balance: 30, invoices: [{ open: 23 }], others: 7 });
  await erase();
  expect((await only()).balance).toBe(30);
  expect((await heir.call('GET', '/account/statement')).body).toMatchObject({
    balance: 10,
    lines: [{ amount: 10 }],
  });
});

test('what a child that stays was charged and the account has paid stays with what paid it', async () => {
  const heir = await letHeirGuard();
  await charge(10, parent.user._id, 'fee', { learnerid: childid });
  await pay(4);
  await pay(6);
  expect(await preview()).toBeUndefined();
  await erase();
  expect(await former()).toEqual([]);
  expect((await heir.call('GET', '/account/statement')).body.lines).toEqual([]);
});

test('at a take-over what was owed stays with who owed it', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Lute', price: 6000 });
  await office.call('POST', '/enrolments', { classid, learnerid: childid, pay: 'due' });
  await charge(10, parent.user._id, 'fee', { learnerid: childid });
  await invoice(await charge(25, parent.user._id, 'fee', { learnerid: childid }));
  const before = (await parent.call('GET', '/account/statement')).body;
  const teenager = await school.signIn('student');
  const keeps = { email: teenager.email, ...NO_RIGHTS };
  expect((await parent.call('POST', `/learners/${childid}/takeover`, keeps)).status).toBe(200);
  await teenager.call('POST', `/claims/${await tokenFor(school, teenager.email)}`);
  expect((await teenager.call('GET', '/account/statement')).body.lines).toEqual([]);
  const { balance, lines } = (await parent.call('GET', '/account/statement')).body;
  expect(balance).toBe(95);
  expect(lines).toHaveLength(before.lines.length);
  const { body } = await parent.call('GET', '/account/invoices');
  expect(body.invoices).toMatchObject([{ open: 25 }]);
});

test('the preview writes nothing', async () => {
  await charge(15);
  const before = await school.db.selectFrom('users').select('_id').execute();
  await preview();
  expect(await school.db.selectFrom('users').select('_id').execute()).toEqual(before);
  expect((await parent.call('GET', '/account/statement')).body.balance).toBe(15);
  expect(await former()).toEqual([]);
});
