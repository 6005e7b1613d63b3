import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { isWrong, type Reconciliation } from '#contract/reconciliation/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import { workCallOffs } from '#server/features/calloffs/work-call-offs.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, FEE, record, start } from '#tests/support/pay.ts';
import { reserve, waitingClass } from '#tests/support/reservations.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

import { workDecisions } from './decide.ts';

let school: TestSchool;
let admin: Person;
beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const DAY_MS = 24 * 60 * 60_000;
/** A card that is saved and then declines every payment. */
const DECLINES = 'pm_card_chargeCustomerFail';
const today = () => schoolDay({}, school.clock.now);

const waiting = (of: { runsfrom?: number; seats?: number } = {}) => waitingClass(school, { admin, ...of });

async function reserved(classid: string, { token, who }: { token?: string; who?: Person } = {}) {
  const student = who ?? (await school.signIn('student'));
  return { student, ...(await reserve(school, student, { classid, token })) };
}

const work = async () => {
  for (let turn = 0; turn < 20 && (await school.work()) > 0; turn++);
};
const classOf = async (id: string) => (await admin.call('GET', `/class/${id}`)).body;
const orderOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const charges = (orderid: string) =>
  school.db.selectFrom('ledger').select(['kind', 'amount']).where('orderid', '=', orderid).execute();
const mailsTo = async ({ email }: Person) =>
  (
    await school.db
      .selectFrom('mails')
      .select('kind')
      .where('recipient', '=', email)
      .where('kind', '<>', 'welcome')
      .orderBy('_id')
      .execute()
  ).map(({ kind }) => kind);
const decide = (classid: string, runs: boolean, key = 'k-1', who = admin) =>
  who.call('POST', `/class/${classid}/decide`, { runs, key });
const pastTheDay = () => {
  school.clock.now += 4 * DAY_MS;
};

test('what a family agrees to by reserving names the sum, the class and the day, and is kept as it was read', async () => {
  const { classid, classname, decideby } = await waiting();
  const student = await school.signIn('student');
  const { body } = await start(student, classid);
  const day = formatsOf({ currency: 'usd' }).day(decideby);
  const said = `Cadenza takes from this card, if the class runs: $${FEE} for ${classname}, which is decided after ${day}.`;
  expect(body.words).toBe(said);
  await reserved(classid, { who: student });
  const [card] = (await student.call('GET', '/account/cards')).body.cards;
  expect(card.words).toContain('Save this card');
  expect(card.words).toContain(said);
  // The next one is reserved with the card that is saved, and its consent stands beside the first.
  const other = await waiting();
  await school.db
    .updateTable('classes')
    .set({ classname: 'Oboe' })
    .where('_id', '=', other.classid)
    .execute();
  const { clientSecret, words } = (await start(student, other.classid)).body;
  for (const _ of [1, 2])
    expect((await student.call('POST', '/account/cards/use', { clientSecret })).status).toBe(200);
  const [after] = (await student.call('GET', '/account/cards')).body.cards;
  expect(after.words).toBe(`${card.words} ${words}`);
  // Of what is charged at once there is nothing to agree to.
  const { _id: sold } = await school.addClass();
  expect((await start(student, sold)).body).not.toHaveProperty('words');
});

test('a place is reserved with a card that is not charged, and the class says how many have joined', async () => {
  const { classid, decideby } = await waiting({ runsfrom: 3 });
  const { student, orderid, setupid } = await reserved(classid);
  expect(await orderOf(orderid)).toMatchObject({ state: 'held', workat: null });
  expect(await charges(orderid)).toEqual([]);
  expect(await classOf(classid)).toMatchObject({ runsfrom: 3, decideby, joined: 1, availableseat: 5 });
  expect((await student.call('GET', '/reservations')).body.items).toMatchObject([
    { _id: orderid, classid, price: FEE, state: 'reserved', joined: 1, runsfrom: 3, decideby },
  ]);
  expect(await mailsTo(student)).toEqual(['reserved']);
  // Told again, as after a lost answer, it is the same; and the place is not sold to its family twice.
  expect((await record(student, classid, setupid)).body.result.insertedId).toBe(orderid);
  expect((await start(student, classid)).body.code).toBe('already-reserved');
  expect((await (await school.signIn('student')).call('GET', '/reservations')).body.items).toEqual([]);
});

test('enough have joined: all are charged once and told, with the same price', async () => {
  const { classid } = await waiting();
  const [one, two] = [await reserved(classid), await reserved(classid)];
  await work();
  expect((await orderOf(one.orderid)).state).toBe('held');
  pastTheDay();
  await work();
  for (const { student, orderid } of [one, two]) {
    expect(await orderOf(orderid)).toMatchObject({ state: 'enrolled', amount: FEE * 100 });
    expect(await charges(orderid)).toEqual([{ kind: 'charge', amount: FEE * 100 }]);
    expect(await mailsTo(student)).toEqual(['reserved', 'enrolled']);
    expect((await student.call('GET', '/reservations')).body.items).toEqual([]);
  }
  expect(await classOf(classid)).toMatchObject({ decided: 'runs', enrolledstudents: 2, availableseat: 4 });
  // From then on it is a class like any other.
  const late = await school.signIn('student');
  const { body } = await start(late, classid);
  expect(body).not.toHaveProperty('reserves');
  await enrol(school, late, classid);
});

test('not enough have joined: no one pays, each is told once, and the page of the class says why', async () => {
  const similar = await school.addClass({ classname: 'Lute for two' });
  const { classid, classname } = await waiting({ runsfrom: 5 });
  const { student, orderid } = await reserved(classid);
  pastTheDay();
  const { payments, readSchool } = school;
  await workDecisions({ payments, readSchool, wakeCallOffs: () => {} });
  await workCallOffs(payments);
  const told = (await mailsOf(school, student.email)).at(-1);
  await work();
  expect(await orderOf(orderid)).toMatchObject({ state: 'expired' });
  expect(await charges(orderid)).toEqual([]);
  expect(await mailsTo(student)).toEqual(['reserved', 'class-called-off']);
  expect(told?.subject).toBe(`${classname} will not run`);
  expect(told?.text).toContain('Nothing was charged.');
  expect(told?.text).toContain(similar.classname);
  const page = await student.call('GET', `/class/${classid}`);
  expect([page.status, page.body.detail]).toEqual([410, expect.stringContaining(classname)]);
  expect(page.body.detail).toContain('Too few learners have joined');
});

test('a card that is refused on the day leaves three days to pay, the seat is kept and the class runs', async () => {
  const { classid } = await waiting();
  const [good, bad] = [await reserved(classid), await reserved(classid, { token: DECLINES })];
  pastTheDay();
  await work();
  expect((await orderOf(good.orderid)).state).toBe('enrolled');
  expect(await orderOf(bad.orderid)).toMatchObject({ state: 'intent' });
  expect(await classOf(classid)).toMatchObject({ decided: 'runs', availableseat: 4 });
  expect(await mailsTo(bad.student)).toEqual(['reserved', 'reservation-unpaid']);
  expect((await bad.student.call('GET', '/reservations')).body.items).toMatchObject([
    { state: 'unpaid', payuntil: new Date(school.clock.now + 3 * DAY_MS).toISOString() },
  ]);
  school.clock.now += 2 * DAY_MS;
  await work();
  const again = await start(bad.student, classid);
  expect([again.status, again.body.price]).toEqual([200, FEE]);
  const paid = await confirmCard(school, again.body.clientSecret);
  expect((await record(bad.student, classid, paid.id)).status).toBe(200);
  expect((await orderOf(bad.orderid)).state).toBe('enrolled');
  expect(await charges(bad.orderid)).toEqual([{ kind: 'charge', amount: FEE * 100 }]);
});

test('agreed to before a merge and reserved after it, a place is not charged to the card of the other account', async () => {
  const [dropped, kept] = [await school.signIn('student'), await school.signIn('student')];
  await reserved((await waiting()).classid, { who: kept });
  const { classid } = await waiting();
  await reserved(classid);
  const { clientSecret } = (await start(dropped, classid)).body;
  await dropped.call('PUT', '/account/cards', { clientSecret, save: true });
  const both = { keep: kept.user._id, drop: dropped.user._id };
  expect((await admin.call('POST', '/families/merge', both)).status).toBe(200);
  await confirmCard(school, clientSecret);
  await work();
  const [order] = (await kept.call('GET', '/reservations')).body.items.filter(
    (one: { classid: string }) => one.classid === classid,
  );
  expect(order).toMatchObject({ state: 'reserved' });
  pastTheDay();
  await work();
  expect(await orderOf(order._id)).toMatchObject({ state: 'intent', userid: kept.user._id });
  expect(await charges(order._id)).toEqual([]);
  expect(await mailsTo(kept)).toContain('reservation-unpaid');
});

test('a place that is not paid within the three days is free again, and the class runs all the same', async () => {
  const { classid } = await waiting();
  const [, bad] = [await reserved(classid), await reserved(classid, { token: DECLINES })];
  pastTheDay();
  await work();
  school.clock.now += 3 * DAY_MS + 1;
  await work();
  expect((await orderOf(bad.orderid)).state).toBe('expired');
  expect(await classOf(classid)).toMatchObject({ decided: 'runs', enrolledstudents: 1, availableseat: 5 });
  const below = await school.db
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'class-below')
    .where('ref', '=', classid)
    .execute();
  expect(below).toContainEqual({ recipient: admin.email });
});

test('the office decides before the day or with fewer, once; the same key is answered with what was decided', async () => {
  const office = await school.signIn('office');
  const { classid } = await waiting({ runsfrom: 4 });
  const { orderid } = await reserved(classid);
  expect((await decide(classid, true, 'k-1', office)).body).toEqual({
    decided: 'runs',
    learners: 1,
    runsfrom: 4,
  });
  expect((await decide(classid, false, 'k-1')).body.decided).toBe('runs');
  expect((await decide(classid, false, 'k-2')).body.code).toBe('already-decided');
  await work();
  expect((await orderOf(orderid)).state).toBe('enrolled');
  const plain = await school.addClass();
  expect((await decide(plain._id, true)).body.code).toBe('nothing-to-decide');
  const off = await waiting();
  const other = await reserved(off.classid);
  expect((await decide(off.classid, false)).status).toBe(200);
  await work();
  expect((await orderOf(other.orderid)).state).toBe('expired');
  expect((await decide(off.classid, false)).body.decided).toBe('not');
  expect((await decide(off.classid, true, 'k-2')).body.code).toBe('already-decided');
});

test('a reserved place is given back until it is decided, by its family alone', async () => {
  const { classid } = await waiting();
  const { student, orderid } = await reserved(classid);
  const stranger = await school.signIn('student');
  expect((await stranger.call('DELETE', `/reservations/${orderid}`)).body.code).toBe('reservation-not-found');
  expect((await student.call('DELETE', `/reservations/${orderid}`)).body).toEqual({ deletedCount: 1 });
  expect(await classOf(classid)).toMatchObject({ joined: 0, availableseat: 6 });
  expect((await student.call('DELETE', `/reservations/${orderid}`)).status).toBe(404);
  const { orderid: again } = await reserved(classid, { who: student });
  await decide(classid, true);
  expect((await student.call('DELETE', `/reservations/${again}`)).body.code).toBe('already-decided');
});

test('who reserved has agreed to a number and a day: the one only falls, the other only comes earlier', async () => {
  const { classid, decideby } = await waiting({ runsfrom: 3 });
  await reserved(classid);
  const change = (body: object) => admin.call('PUT', `/class/update/${classid}`, body);
  for (const refused of [
    { runsfrom: 4 },
    { runsfrom: null, decideby: null },
    { decideby: addDays(decideby, 1) },
    { decideby: addDays(today(), -1) },
  ])
    expect((await change(refused)).body.code).toBe('invalid-input');
  expect((await change({ runsfrom: 2, decideby: addDays(decideby, -1) })).status).toBe(200);
  expect((await admin.call('DELETE', `/delete/${classid}`)).body.code).toBe('class-reserved');
  const teacher = await school.signIn('instructor');
  const own = await school.addClass({ instructorid: teacher.user._id });
  const asTeacher = { runsfrom: 2, decideby };
  expect((await teacher.call('PUT', `/class/update/${own._id}`, asTeacher)).status).toBe(403);
});

test('a card that is saved without the consent, or after the time, reserves nothing', async () => {
  const { classid } = await waiting();
  const student = await school.signIn('student');
  const { body } = await start(student, classid);
  const confirmed = await confirmCard(school, body.clientSecret);
  expect((await record(student, classid, confirmed.id)).body.code).toBe('payment-not-found');
  expect(await classOf(classid)).toMatchObject({ joined: 0, availableseat: 6 });
  const late = await school.signIn('student');
  const opened = await start(late, classid);
  await late.call('PUT', '/account/cards', { clientSecret: opened.body.clientSecret, save: true });
  school.clock.now += 16 * 60_000;
  await work();
  expect((await confirmCard(school, opened.body.clientSecret)).status).toBe(400);
  expect(await classOf(classid)).toMatchObject({ joined: 0, availableseat: 6 });
});

test('a card that was saved and of which the school was not told reserves the place all the same', async () => {
  const { classid } = await waiting();
  const student = await school.signIn('student');
  const { body } = await start(student, classid);
  await student.call('PUT', '/account/cards', { clientSecret: body.clientSecret, save: true });
  await confirmCard(school, body.clientSecret);
  await work();
  expect(await classOf(classid)).toMatchObject({ joined: 1 });
});

test('a school may charge at once and give back whole where the class does not run', async () => {
  const { version } = (await admin.call('GET', '/school')).body;
  expect((await admin.call('PUT', '/school', { reservemode: 'giveback', version })).status).toBe(200);
  try {
    const { classid } = await waiting({ runsfrom: 3 });
    const student = await school.signIn('student');
    const { body } = await start(student, classid);
    expect(body).toMatchObject({ reserves: true, mode: 'giveback' });
    expect(body.clientSecret).toMatch(/^pi_/);
    const { id } = await confirmCard(school, body.clientSecret);
    const { insertedId } = (await record(student, classid, id)).body.result;
    expect(await classOf(classid)).toMatchObject({ joined: 1, enrolledstudents: 1 });
    const [enrolled] = (await student.call('GET', `/enrolledclasses/${student.email}`)).body;
    expect(enrolled.cancellable).toBe(true);
    pastTheDay();
    await work();
    await work();
    expect(await orderOf(insertedId)).toMatchObject({ state: 'refunded' });
    expect(await charges(insertedId)).toEqual([
      { kind: 'charge', amount: FEE * 100 },
      { kind: 'refund', amount: FEE * 100 },
    ]);
  } finally {
    const { version } = (await admin.call('GET', '/school')).body;
    await admin.call('PUT', '/school', { reservemode: 'later', version });
  }
});

test('a class that is charged later is not paid together with one that is charged now', async () => {
  const { classid } = await waiting();
  const { classid: second } = await waiting();
  const plain = await school.addClass();
  const student = await school.signIn('student');
  const checkout = (...classids: string[]) =>
    student.call('POST', '/checkout', { items: classids.map((one) => ({ classid: one })) });
  expect((await checkout(classid, plain._id)).body.code).toBe('reserves-apart');
  const { body } = await checkout(classid, second);
  expect(body).toMatchObject({ reserves: true, mode: 'later', price: 2 * FEE });
  await student.call('PUT', '/account/cards', { clientSecret: body.clientSecret, save: true });
  const { id } = await confirmCard(school, body.clientSecret);
  expect((await record(student, classid, id, 2 * FEE)).status).toBe(200);
  expect((await student.call('GET', '/reservations')).body.items).toHaveLength(2);
  // Each goes its own way.
  await decide(classid, true);
  await decide(second, false);
  await work();
  const orders = await school.db
    .selectFrom('orders')
    .select(['classid', 'state'])
    .where('userid', '=', student.user._id)
    .execute();
  expect(new Map(orders.map((order) => [order.classid, order.state]))).toEqual(
    new Map([
      [classid, 'enrolled'],
      [second, 'expired'],
    ]),
  );
});

test('an account that is erased leaves its reserved place, and is not charged', async () => {
  const { classid } = await waiting();
  const { student, orderid } = await reserved(classid);
  expect((await student.call('DELETE', '/account', { confirm: student.email })).status).toBeLessThan(500);
  await work();
  const { state, userid } = await orderOf(orderid);
  if (userid === null) expect(state).toBe('expired');
  pastTheDay();
  await work();
  expect(await charges(orderid)).toEqual([]);
});

test('a card that was forgotten is not charged: its family pays by itself', async () => {
  const { classid } = await waiting();
  const [, two] = [await reserved(classid), await reserved(classid)];
  await school.db
    .updateTable('mandates')
    .set({ state: 'forgetting', userid: null, workat: school.clock.now })
    .where('userid', '=', two.student.user._id)
    .execute();
  pastTheDay();
  await work();
  expect(await orderOf(two.orderid)).toMatchObject({ state: 'intent' });
  expect(await charges(two.orderid)).toEqual([]);
});

test('a reserved place that a mistake makes due is not charged before the class runs', async () => {
  const { classid } = await waiting();
  const { orderid } = await reserved(classid);
  await school.db
    .updateTable('orders')
    .set({ workat: school.clock.now })
    .where('_id', '=', orderid)
    .execute();
  await work();
  expect(await orderOf(orderid)).toMatchObject({ state: 'held', workat: null });
  expect(await charges(orderid)).toEqual([]);
});

test('who was offered a seat and reserves it waits no more, and keeps it when the offer would have ended', async () => {
  const { classid } = await waiting({ seats: 2 });
  const [first, second] = [await reserved(classid), await reserved(classid)];
  const waits = await school.signIn('student');
  expect((await waits.call('POST', '/waitlist', { classid })).status).toBe(200);
  await first.student.call('DELETE', `/reservations/${first.orderid}`);
  await work();
  const { orderid } = await reserved(classid, { who: waits });
  const entries = () =>
    school.db.selectFrom('waitlist').select('state').where('classid', '=', classid).execute();
  expect(await entries()).toEqual([{ state: 'closed' }]);
  school.clock.now += 2 * DAY_MS;
  await work();
  expect((await orderOf(orderid)).state).toBe('held');
  expect((await orderOf(second.orderid)).state).toBe('held');
  expect(await classOf(classid)).toMatchObject({ joined: 2, availableseat: 0 });
});

test('the office enrols a learner who has a place reserved together with another, which stays', async () => {
  const { classid } = await waiting();
  const { classid: second } = await waiting();
  const student = await school.signIn('student');
  const items = [{ classid }, { classid: second }];
  const { body } = await student.call('POST', '/checkout', { items });
  await student.call('PUT', '/account/cards', { clientSecret: body.clientSecret, save: true });
  const { id } = await confirmCard(school, body.clientSecret);
  await record(student, classid, id, 2 * FEE);
  const given = { learnerid: student.learnerid, classid, pay: 'cash' };
  expect((await admin.call('POST', '/enrolments', given)).status).toBe(200);
  const { items: left } = (await student.call('GET', '/reservations')).body;
  expect(left.map((one: { classid: string }) => one.classid)).toEqual([second]);
  expect(await classOf(classid)).toMatchObject({ joined: 1, enrolledstudents: 1, availableseat: 5 });
});

test('the money check finds nothing wrong with reserved places, charged ones and those whose card was refused', async () => {
  const { classid } = await waiting();
  await reserved(classid);
  const later = await waiting();
  await reserved(later.classid);
  await reserved(later.classid, { token: DECLINES });
  await decide(later.classid, true);
  await work();
  const month = schoolDay({}, school.clock.now).slice(0, 7);
  const { status, body } = await admin.call('GET', `/money?month=${month}`);
  expect(status).toBe(200);
  const { lines } = body as Reconciliation;
  expect(lines.filter(({ verdict }) => isWrong(verdict))).toEqual([]);
});

test('a class that is called off, or off the list, after it was decided to run charges no card', async () => {
  const [off, hidden] = [await waiting(), await waiting()];
  const [one, two] = [await reserved(off.classid), await reserved(hidden.classid)];
  await decide(off.classid, true);
  await decide(hidden.classid, true);
  const why = { reason: 'The hall is being repaired.', refund: 'whole', key: 'off' };
  expect((await admin.call('POST', `/class/${off.classid}/calloff`, why)).status).toBe(200);
  expect((await admin.call('PUT', `/class/denied/${hidden.classid}`, {})).status).toBe(200);
  await work();
  expect((await orderOf(one.orderid)).state).toBe('expired');
  expect(await orderOf(two.orderid)).toMatchObject({ state: 'held' });
  expect([await charges(one.orderid), await charges(two.orderid)]).toEqual([[], []]);
  await school.db
    .updateTable('classes')
    .set({ status: 'pending' })
    .where('_id', '=', hidden.classid)
    .execute();
  expect((await admin.call('PUT', `/class/approved/${hidden.classid}`, {})).status).toBe(200);
  school.clock.now += 61 * 60_000;
  await work();
  expect((await orderOf(two.orderid)).state).toBe('enrolled');
});

test('a class that waits to be approved is not decided by its day, and approved with a day to come alone', async () => {
  const { classid } = await waiting();
  await school.db.updateTable('classes').set({ status: 'pending' }).where('_id', '=', classid).execute();
  pastTheDay();
  await work();
  expect(await classOf(classid)).toMatchObject({ status: 'pending' });
  expect(await classOf(classid)).not.toHaveProperty('decided');
  const approve = () => admin.call('PUT', `/class/approved/${classid}`, {});
  expect((await approve()).body.code).toBe('joining-over');
  await admin.call('PUT', `/class/update/${classid}`, { decideby: today() });
  expect((await approve()).status).toBe(200);
});
