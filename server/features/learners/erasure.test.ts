import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { addChildBy, EVERY_RIGHT, learnerAt, letGuard } from '#tests/support/families.ts';
import { FEE } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let parent: Person;
let guardian: Person;
/** Whom the guardian looks after, and who has nobody else. */
let mia: string;
let ole: string;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  parent = await school.signIn('student');
  guardian = await school.signIn('student');
  mia = await addChildBy(parent);
  // So that one comes after the other in every list.
  school.clock.now += 1;
  ole = await addChildBy(parent, { firstname: 'Ole', note: 'No nuts.' });
  await letGuardLong({ parent, guardian, learnerid: mia, rights: EVERY_RIGHT });
});
afterAll(() => school.close());

const WEEK_MS = 7 * 24 * 3_600_000;

/** Who may pay for less than a week is no heir. */
async function letGuardLong(guarding: Parameters<typeof letGuard>[1]) {
  await letGuard(school, guarding);
  await school.db
    .updateTable('guardians')
    .set((of) => ({ createdat: of('createdat', '-', WEEK_MS), payssince: of('createdat', '-', WEEK_MS) }))
    .where('learnerid', '=', guarding.learnerid)
    .where('userid', '=', guarding.guardian.user._id)
    .execute();
}

const erase = (person: Person) =>
  eraseAccount(school.db, school.erasing, { uid: person.claims.uid, now: school.clock.now });

const THREE_DAYS_MS = 72 * 3_600_000;

/** A place that the parent paid for, so long ago; gives its order. */
async function enrol(learnerid: string, classname: string, agoMs = 0): Promise<string> {
  const { _id: classid } = await school.addClass({ classname, availableseat: 1, enrolledstudents: 1 });
  const { now } = school.clock;
  const _id = `order-${classname}-${learnerid}`;
  const transactionId = `pi_${_id}`;
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
      intentid: transactionId,
    })
    .execute();
  await school.db
    .insertInto('ledger')
    .values({
      ...{ _id, orderid: _id, kind: 'charge', ref: transactionId, amount: 6000, seats: 1 },
      createdat: now,
    })
    .execute();
  await school.db
    .insertInto('enrolments')
    .values({ ...order, transactionId, price: 6000, date: now - agoMs })
    .execute();
  return _id;
}

const stateOf = async (orderid: string) =>
  (await school.db.selectFrom('orders').select(['state', 'userid']).where('_id', '=', orderid).execute())[0];

test('what is lost is named by child, and so is who keeps which', async () => {
  await enrol(mia, 'Harp');
  await enrol(ole, 'Oboe');
  await enrol(ole, 'Tuba', THREE_DAYS_MS);
  await enrol(parent.learnerid, 'Viola');
  const full = await school.addClass({ classname: 'Flute', availableseat: 0, enrolledstudents: 1 });
  for (const learnerid of [mia, ole, parent.learnerid])
    await insertEntry(school.db, { learnerid, classid: full._id, now: school.clock.now });
  const { body } = await parent.call('GET', '/account/erasure');
  expect(body).toMatchObject({
    children: [
      { learnerid: mia, learnername: 'Mia Sol', keptby: guardian.user.name },
      { learnerid: ole, learnername: 'Ole Sol', keptby: null },
    ],
    forfeits: [{ classname: 'Tuba', learnername: 'Ole Sol', price: 60 }],
  });
  const lost = body.refunds.map(({ classname, learnername }: Record<string, string>) => [
    classname,
    learnername,
  ]);
  expect(lost.sort()).toEqual([
    ['Oboe', 'Ole Sol'],
    ['Viola', parent.user.name],
  ]);
  expect(body.waitlist.sort()).toEqual(['Flute', 'Flute (Ole Sol)']);
});

test('a child with a guardian who may pay is theirs and keeps everything; the other gives up its seats and its name', async () => {
  const kept = await enrol(mia, 'Harp');
  const inTime = await enrol(ole, 'Oboe');
  const late = await enrol(ole, 'Tuba', THREE_DAYS_MS);
  const full = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  for (const learnerid of [mia, ole])
    await insertEntry(school.db, { learnerid, classid: full._id, now: school.clock.now++ });
  expect(await erase(parent)).toBe(true);

  expect((await guardian.call('GET', '/learners')).body).toMatchObject([
    { self: true },
    { _id: mia, learnername: 'Mia Sol', own: true, mayenrol: true, maypay: true },
  ]);
  expect(await stateOf(kept)).toEqual({ state: 'enrolled', userid: null });
  expect((await guardian.call('GET', `/enrolledclasses/${guardian.email}`)).body).toMatchObject([
    { _id: kept },
  ]);
  const told = school.db.selectFrom('mails').select('recipient').where('kind', '=', 'learner-passed-on');
  expect(await told.where('recipient', '=', guardian.email).execute()).toHaveLength(1);

  expect((await stateOf(inTime))?.state).toBe('refund_due');
  expect((await stateOf(late))?.state).toBe('enrolled');
  expect(await learnerAt(school, ole)).toMatchObject({ userid: null, firstname: null, note: null });
  const waiting = school.db.selectFrom('waitlist').select(['learnerid', 'state']);
  expect(await waiting.where('classid', '=', full._id).orderBy('_id').execute()).toEqual([
    { learnerid: mia, state: 'waiting' },
    { learnerid: ole, state: 'closed' },
  ]);
  const claims = school.db.selectFrom('claims').select('hash').where('learnerid', 'in', [mia, ole]);
  expect(await claims.where('until', '>', school.clock.now).execute()).toEqual([]);
});

test('of several guardians who may pay the first becomes the payer; the others stay guardians', async () => {
  const second = await school.signIn('student');
  const seeing = await school.signIn('student');
  school.clock.now += 1000;
  await letGuardLong({ parent, guardian: second, learnerid: mia, rights: { maypay: true } });
  await letGuardLong({ parent, guardian: seeing, learnerid: ole, rights: { mayenrol: true } });
  await erase(parent);
  expect((await learnerAt(school, mia)).userid).toBe(guardian.user._id);
  expect((await guardian.call('GET', '/guardians')).body.guardians).toMatchObject([
    { learnerid: mia, userid: second.user._id, maypay: true },
  ]);
  // Who may not pay keeps nobody.
  expect((await learnerAt(school, ole)).userid).toBeNull();
  expect((await seeing.call('GET', '/learners')).body).toHaveLength(1);
});

/** Begins to pay for a class of its own; gives the class. */
async function pay(person: Person, learnerid: string): Promise<string> {
  const { _id: classid } = await school.addClass({ availableseat: 1 });
  await person.call('POST', '/create-payment-intent', { price: FEE, classid, learnerid });
  return classid;
}

const orderStates = async (classid: string) =>
  (await school.db.selectFrom('orders').select('state').where('classid', '=', classid).execute()).map(
    ({ state }) => state,
  );

const seatsOf = (classid: string) =>
  school.db
    .selectFrom('classes')
    .select(['availableseat', 'heldseats'])
    .where('_id', '=', classid)
    .executeTakeFirst();

test('what the one who leaves is paying for a child ends, and what another pays for it does not where it stays', async () => {
  const own = await pay(parent, mia);
  const others = await pay(guardian, mia);
  expect([await orderStates(own), await orderStates(others)]).toEqual([['intent'], ['intent']]);
  await erase(parent);
  await school.work();
  expect(await seatsOf(own)).toEqual({ availableseat: 1, heldseats: 0 });
  expect(await orderStates(others)).toEqual(['intent']);
});

test('a guardian who begins to pay while the child leaves the family pays for nobody', async () => {
  for (let round = 0; round < 8; round++) {
    const mother = await school.signIn('student');
    const child = await addChildBy(mother);
    await letGuardLong({ parent: mother, guardian, learnerid: child, rights: { maypay: true } });
    const [classid] = await Promise.all([pay(guardian, child), mother.call('DELETE', `/learners/${child}`)]);
    expect(await seatsOf(classid)).toEqual({ availableseat: 1, heldseats: 0 });
  }
});

test('a right that ends while its guardian begins to pay has ended before or after, and at the next call', async () => {
  for (let round = 0; round < 8; round++) {
    await letGuardLong({ parent, guardian, learnerid: ole, rights: { maypay: true } });
    const [classid] = await Promise.all([
      pay(guardian, ole),
      parent.call('DELETE', `/guardians/${ole}/${guardian.user._id}`),
    ]);
    const open = (await orderStates(classid)).length;
    expect(await seatsOf(classid)).toEqual({ availableseat: 1 - open, heldseats: open });
    const after = await guardian.call('POST', '/create-payment-intent', {
      price: FEE,
      classid,
      learnerid: ole,
    });
    expect(after.body.code).toBe('learner-not-found');
    await school.db.deleteFrom('claims').execute();
    await school.db
      .updateTable('orders')
      .set({ holduntil: 0, workat: 0 })
      .where('classid', '=', classid)
      .execute();
    await school.work();
  }
});

test('a guardian who leaves takes no child along', async () => {
  await erase(guardian);
  expect((await learnerAt(school, mia)).userid).toBe(parent.user._id);
  expect((await parent.call('GET', '/guardians')).body.guardians).toEqual([]);
});

test('whoever pays and the guardian who would keep the child leave at once: it belongs to nobody who is gone', async () => {
  for (let round = 0; round < 8; round++) {
    const [mother, father] = [await school.signIn('student'), await school.signIn('student')];
    const child = await addChildBy(mother);
    await letGuardLong({ parent: mother, guardian: father, learnerid: child, rights: EVERY_RIGHT });
    expect(await Promise.all([erase(mother), erase(father)])).toEqual([true, true]);
    expect(await learnerAt(school, child)).toMatchObject({ userid: null, firstname: null });
  }
});

test('who takes everything along takes their children’s along, and only names whom they guard', async () => {
  await enrol(mia, 'Harp');
  await enrol(ole, 'Oboe');
  const { body } = await parent.call('GET', '/account/data');
  expect(body).toMatchObject({
    learners: [
      { learnerid: parent.learnerid, self: true },
      { learnerid: mia, learnername: 'Mia Sol' },
      { learnerid: ole, learnername: 'Ole Sol', note: 'No nuts.' },
    ],
    guardians: [{ learnerid: mia, name: guardian.user.name, maypay: true }],
    guarded: [],
    enrolments: [
      { learnername: 'Mia Sol', classname: 'Harp' },
      { learnername: 'Ole Sol', classname: 'Oboe' },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(guardian.email);
  const { body: theirs } = await guardian.call('GET', '/account/data');
  expect(theirs).toMatchObject({
    learners: [{ learnerid: guardian.learnerid }],
    guarded: [{ learnerid: mia, learnername: 'Mia Sol' }],
    enrolments: [],
  });
});

test('what is owed for a child goes with it to whoever keeps it, and is still owed where nobody does', async () => {
  const admin = await school.signIn('admin');
  const owed: string[] = [];
  for (const learnerid of [mia, ole]) {
    const { _id: classid } = await school.addClass({ availableseat: 1 });
    const { body } = await admin.call('POST', '/enrolments', { classid, learnerid, pay: 'due' });
    owed.push(body.insertedId);
    school.clock.now += 1;
  }
  // Too late for a place to end with the account.
  school.clock.now += THREE_DAYS_MS;
  await erase(parent);
  const owing: { _id: string }[] = (await admin.call('GET', '/families/owing')).body;
  expect(owing.filter(({ _id }) => owed.includes(_id))).toMatchObject([
    { userid: guardian.user._id, name: guardian.user.name, email: guardian.email, learnername: 'Mia Sol' },
    { userid: expect.any(String), name: expect.stringMatching(/^Former family/), email: null },
  ]);
  expect((await admin.call('GET', `/families/${guardian.user._id}`)).body).toMatchObject({ owed: 60 });
});
