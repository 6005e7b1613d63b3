import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPayment } from '#server/features/payments/start-payment.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { findLearner, type LearnerRight } from './find-learner.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const mia = { firstname: 'Mia', lastname: 'Sol', born: '2016-04-03', note: 'No nuts.' };

const add = async (parent: Person, child: object = mia): Promise<string> =>
  (await parent.call('POST', '/learners', child)).body.insertedId;

const list = async (parent: Person) => (await parent.call('GET', '/learners')).body;

const learnerAt = (id: string) =>
  school.db.selectFrom('learners').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();

test('an account has one learner, itself, called as the account is', async () => {
  const person = await school.signIn('student');
  expect(await list(person)).toEqual([
    {
      _id: person.learnerid,
      firstname: null,
      lastname: null,
      learnername: person.user.name,
      born: null,
      note: null,
      reminds: true,
      self: true,
      own: true,
      mayenrol: true,
      maypay: true,
    },
  ]);
});

test('children stand behind the account itself in the order in which they were added', async () => {
  const parent = await school.signIn('student');
  const first = await add(parent);
  school.clock.now += 1000;
  const second = await add(parent, { firstname: 'Ole', lastname: 'Sol' });
  expect(await list(parent)).toMatchObject([
    { _id: parent.learnerid, self: true },
    { ...mia, _id: first, learnername: 'Mia Sol', self: false, own: true },
    { _id: second, learnername: 'Ole Sol', born: null, note: null },
  ]);
});

test('what is said of a child changes field by field, and an empty day or note is none', async () => {
  const parent = await school.signIn('student');
  const id = await add(parent);
  expect((await parent.call('PUT', `/learners/${id}`, { firstname: 'Mila' })).status).toBe(200);
  expect(await learnerAt(id)).toMatchObject({ ...mia, firstname: 'Mila' });
  await parent.call('PUT', `/learners/${id}`, { born: '', note: null });
  expect(await learnerAt(id)).toMatchObject({ firstname: 'Mila', born: null, note: null });
});

test('of oneself the day of birth is said here, and the name is not', async () => {
  const person = await school.signIn('student');
  const path = `/learners/${person.learnerid}`;
  expect((await person.call('PUT', path, { born: '1980-01-31' })).status).toBe(200);
  expect((await learnerAt(person.learnerid)).born).toBe('1980-01-31');
  const named = await person.call('PUT', path, { firstname: 'Ada' });
  expect(named).toMatchObject({ status: 409, body: { code: 'learner-is-self' } });
  expect((await person.call('DELETE', path)).body.code).toBe('learner-is-self');
});

test.each([
  ['firstname', { firstname: ' ' }],
  ['lastname', { lastname: undefined }],
  ['born', { born: '2015-02-30' }],
  ['born', { born: '03/04/2015' }],
  ['born', { born: '1899-12-31' }],
  ['note', { note: 'a'.repeat(501) }],
])('a child without a proper %s is refused by name', async (field, fault) => {
  const parent = await school.signIn('student');
  const answer = await parent.call('POST', '/learners', { ...mia, ...fault });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', errors: [{ field }] } });
});

test('nobody is born tomorrow, by the clocks of the school', async () => {
  const parent = await school.signIn('student');
  const before = school.clock.now;
  // In Kiritimati it is the third already.
  await school.db.updateTable('school').set({ timezone: 'Pacific/Kiritimati' }).execute();
  school.clock.now = Date.UTC(2026, 8, 2, 12);
  const born = (day: string) => parent.call('POST', '/learners', { ...mia, born: day });
  expect((await born('2026-09-03')).status).toBe(200);
  expect((await born('2026-09-04')).body).toMatchObject({
    code: 'invalid-input',
    errors: [{ field: 'born' }],
  });
  await school.db.updateTable('school').set({ timezone: null }).execute();
  school.clock.now = before;
});

test('an account has twenty learners at most, also when they are added at once', async () => {
  const parent = await school.signIn('student');
  for (let n = 0; n < 17; n++) await add(parent);
  const answers = await Promise.all(Array.from({ length: 5 }, () => parent.call('POST', '/learners', mia)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('too-many-learners');
  expect(await list(parent)).toHaveLength(20);
});

/** Enrols a child as a payment would have. */
async function enrol(parent: Person, learnerid: string): Promise<string> {
  const { _id: classid } = await school.addClass({ availableseat: 3, price: 0 });
  await school.db.updateTable('school').set({ enrolmentprice: null }).execute();
  const { now } = school.clock;
  const orderid = `order-${learnerid}`;
  const order = { _id: orderid, userid: parent.user._id, learnerid, classid, amount: 0, currency: 'usd' };
  await school.db
    .insertInto('orders')
    .values({
      ...order,
      state: 'enrolled',
      refundattempt: 0,
      holduntil: now,
      createdat: now,
      updatedat: now,
    } as never)
    .execute();
  await school.db
    .insertInto('enrolments')
    .values({ _id: orderid, learnerid, classid, transactionId: 'free', price: 0, currency: 'usd', date: now })
    .execute();
  return orderid;
}

test('a child with a place in a class is not deleted; without one it is gone, and the books know that there was somebody', async () => {
  const parent = await school.signIn('student');
  const id = await add(parent);
  const orderid = await enrol(parent, id);
  const refused = await parent.call('DELETE', `/learners/${id}`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'learner-enrolled' } });
  expect(await list(parent)).toHaveLength(2);

  await school.db.deleteFrom('enrolments').where('_id', '=', orderid).execute();
  expect((await parent.call('DELETE', `/learners/${id}`)).body).toEqual({ deletedCount: 1 });
  expect(await list(parent)).toHaveLength(1);
  expect(await learnerAt(id)).toMatchObject({
    userid: null,
    firstname: null,
    lastname: null,
    born: null,
    note: null,
    leftat: expect.any(Number),
  });
  expect((await parent.call('DELETE', `/learners/${id}`)).body.code).toBe('learner-not-found');
});

test('with a child go what it selected, waits for and is paying for', async () => {
  const parent = await school.signIn('student');
  const learnerid = await add(parent);
  const selected = await school.addClass();
  const full = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  const paying = await school.addClass({ availableseat: 1 });
  const { now } = school.clock;
  await school.db
    .insertInto('selections')
    .values({ _id: `selection-${learnerid}`, learnerid, classid: selected._id, enrolled: 0, createdat: now })
    .execute();
  await insertEntry(school.db, { learnerid, classid: full._id, now });
  const { enrolmentPrice } = await school.readSchool();
  const price = enrolmentPrice === 'class' ? paying.price : enrolmentPrice;
  const items = [{ learnerid, classid: paying._id }];
  await startPayment(school.payments, { userid: parent.user._id, items, price });

  expect((await parent.call('DELETE', `/learners/${learnerid}`)).status).toBe(200);
  await school.work();
  const { db } = school;
  const rows = db.selectFrom('selections').select('_id').where('learnerid', '=', learnerid);
  expect(await rows.execute()).toEqual([]);
  const waiting = db.selectFrom('waitlist').select('state').where('learnerid', '=', learnerid);
  expect(await waiting.execute()).toEqual([{ state: 'closed' }]);
  const ended = db.selectFrom('orders').select('state').where('learnerid', '=', learnerid);
  expect(await ended.execute()).toEqual([{ state: 'expired' }]);
  const seats = db.selectFrom('classes').select(['availableseat', 'heldseats']).where('_id', '=', paying._id);
  expect(await seats.execute()).toEqual([{ availableseat: 1, heldseats: 0 }]);
});

const guard = (learnerid: string, { user }: Person, rights: object = {}) =>
  school.db
    .insertInto('guardians')
    .values({ learnerid, userid: user._id, mayenrol: 0, maypay: 0, getsmail: 0, createdat: 0, ...rights })
    .execute();

const callerOf = ({ user, learnerid }: Person) => ({ ...user, learnerid, emailverified: 1 as const });

const mayThey = async (person: Person, learnerid: string | undefined, right: LearnerRight) =>
  findLearner(school.db, callerOf(person), learnerid, right).then(
    ({ _id }) => _id,
    ({ code }) => code,
  );

const RIGHTS = ['see', 'enrol', 'pay', 'own'] as const;

test('a parent may do everything for a child, and whoever names nobody means themselves', async () => {
  const parent = await school.signIn('student');
  const child = await add(parent);
  for (const right of RIGHTS) {
    expect(await mayThey(parent, child, right)).toBe(child);
    expect(await mayThey(parent, undefined, right)).toBe(parent.learnerid);
  }
});

test.each([
  [{}, ['see']],
  [{ mayenrol: 1 }, ['see', 'enrol']],
  [{ maypay: 1 }, ['see', 'pay']],
  [{ getsmail: 1 }, ['see']],
  [{ mayenrol: 1, maypay: 1, getsmail: 1 }, ['see', 'enrol', 'pay']],
] as const)('a guardian with %o may %j and nothing more', async (rights, may) => {
  const parent = await school.signIn('student');
  const child = await add(parent);
  const guardian = await school.signIn('student');
  await guard(child, guardian, rights);
  for (const right of RIGHTS) {
    const expected = (may as readonly string[]).includes(right) ? child : 'learner-not-found';
    expect(await mayThey(guardian, child, right), right).toBe(expected);
  }
});

test.each(['student', 'instructor', 'admin'] as const)(
  'another family’s child is nobody to a %s',
  async (role) => {
    const parent = await school.signIn('student');
    const child = await add(parent);
    const stranger = await school.signIn(role);
    for (const right of RIGHTS)
      for (const id of [child, parent.learnerid, 'nobody'])
        expect(await mayThey(stranger, id, right)).toBe('learner-not-found');
    for (const [method, body] of [
      ['PUT', { note: 'Mine.' }],
      ['DELETE', undefined],
    ] as const)
      for (const id of [child, parent.learnerid])
        expect((await stranger.call(method, `/learners/${id}`, body)).body.code).toBe('learner-not-found');
  },
);

test('a guardian sees the child among the others, keeps its note with the right to enrol, and does not delete it', async () => {
  const parent = await school.signIn('student');
  const child = await add(parent);
  const guardian = await school.signIn('student');
  await guard(child, guardian);
  expect(await list(guardian)).toMatchObject([
    { _id: guardian.learnerid, self: true },
    { _id: child, learnername: 'Mia Sol', self: false, own: false, mayenrol: false, maypay: false },
  ]);
  const note = () => guardian.call('PUT', `/learners/${child}`, { note: 'Collected by Ana.' });
  expect((await note()).status).toBe(404);
  await school.db.updateTable('guardians').set({ mayenrol: 1 }).where('learnerid', '=', child).execute();
  expect((await note()).status).toBe(200);
  expect((await learnerAt(child)).note).toBe('Collected by Ana.');
  expect((await guardian.call('DELETE', `/learners/${child}`)).status).toBe(404);
});

test('children from an import are shown to an address that is proved, and to no other', async () => {
  const parent = await school.signIn('student');
  const child = await add(parent);
  await school.db.updateTable('learners').set({ importid: 'import-1' }).where('_id', '=', child).execute();
  const prove = (emailverified: 0 | 1) =>
    school.db.updateTable('users').set({ emailverified }).where('_id', '=', parent.user._id).execute();
  await prove(0);
  expect(await list(parent)).toHaveLength(1);
  expect((await parent.call('PUT', `/learners/${child}`, { note: '' })).status).toBe(404);
  await prove(1);
  expect(await list(parent)).toHaveLength(2);
});
