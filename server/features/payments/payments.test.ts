import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmCard, enrol, FEE, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

let school: TestSchool;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  student = await school.signIn('student');
});
afterAll(() => school.close());

const seats = (classid: string) => seatsOf(school.db, classid);

test('a student who pays is enrolled: seat taken, selection marked, class listed with its transaction', async () => {
  const wanted = await school.addClass({ availableseat: 2 });
  await student.call('POST', '/select/class/', {
    classid: wanted._id,
    email: student.email,
    enrolled: false,
  });

  const intent = await start(student, wanted._id);
  expect(intent.status).toBe(200);
  expect(intent.body).toEqual({
    clientSecret: expect.stringMatching(/^pi_.+_secret_.+/),
    price: FEE,
    currency: 'usd',
    holduntil: new Date(school.clock.now + 15 * 60_000).toISOString(),
  });
  expect(await seats(wanted._id)).toEqual({ free: 1, held: 1, taken: 0 });

  const paid = await confirmCard(school, intent.body.clientSecret);
  expect(paid.body.status).toBe('succeeded');
  const recorded = await record(student, wanted._id, paid.id);
  expect(recorded).toMatchObject({ status: 200, body: { result: { insertedId: expect.any(String) } } });

  expect(await seats(wanted._id)).toEqual({ free: 1, held: 0, taken: 1 });
  expect((await student.call('GET', `/selectedclass/${student.email}`)).body).toEqual([]);
  const { body } = await student.call('GET', `/enrolledclasses/${student.email}`);
  expect(body).toEqual([
    {
      _id: recorded.body.result.insertedId,
      classid: wanted._id,
      email: student.email,
      learnerid: student.learnerid,
      learnername: student.user.name,
      transactionId: paid.id,
      price: FEE,
      currency: 'usd',
      date: new Date(school.clock.now).toISOString(),
      canceluntil: new Date(school.clock.now + 48 * 60 * 60_000).toISOString(),
      cancellable: true,
      movable: true,
      result: [expect.objectContaining({ _id: wanted._id, enrolledstudents: 1 })],
    },
  ]);
});

test('a double click gets the same intent and holds one seat', async () => {
  const person = await school.signIn('student');
  const { _id } = await school.addClass({ availableseat: 3 });
  const [one, other] = await Promise.all([start(person, _id), start(person, _id)]);
  const third = await start(person, _id);
  expect(one.body.clientSecret).toBe(other.body.clientSecret);
  expect(third.body.clientSecret).toBe(one.body.clientSecret);
  expect(await seats(_id)).toEqual({ free: 2, held: 1, taken: 0 });
});

describe('an intent is refused', () => {
  test.each([
    ['where the price is not the server’s', { price: 1 }, {}, 400, 'price-differs'],
    ['for a class without seats', { price: FEE }, { availableseat: 0 }, 409, 'class-full'],
    ['for a class that is not approved', { price: FEE }, { status: 'pending' as const }, 409, 'class-closed'],
    ['for a class that was deleted', { price: FEE }, { deletedat: 1 }, 404, 'class-not-found'],
    ['for a price that is no amount', { price: '0x3c' }, {}, 400, 'invalid-input'],
    ['for a price below nothing', { price: -60 }, {}, 400, 'invalid-input'],
    ['for nothing', { price: 0 }, {}, 400, 'price-differs'],
  ])('%s', async (_, body, fields, status, code) => {
    const wanted = await school.addClass(fields);
    const answer = await student.call('POST', '/create-payment-intent', { ...body, classid: wanted._id });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await seats(wanted._id)).toMatchObject({ held: 0 });
  });

  test('for a class the student is enrolled in, even where the browser never heard of it', async () => {
    const person = await school.signIn('student');
    const { _id } = await school.addClass();
    const { body } = await start(person, _id);
    await confirmCard(school, body.clientSecret);
    expect(await start(person, _id)).toMatchObject({ status: 409, body: { code: 'already-enrolled' } });
    expect((await person.call('GET', `/enrolledclasses/${person.email}`)).body).toHaveLength(1);
  });
});

describe('a payment that is recorded', () => {
  test('twice and at once answers the same insertedId and enrols once', async () => {
    const person = await school.signIn('student');
    const { _id } = await school.addClass();
    const { body } = await start(person, _id);
    const { id } = await confirmCard(school, body.clientSecret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => record(person, _id, id)));
    answers.push(await record(person, _id, id));
    expect(new Set(answers.map((answer) => answer.body.result?.insertedId)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await seats(_id)).toEqual({ free: 9, held: 0, taken: 1 });
  });

  test('by somebody else, for another class, unknown or not paid does not exist', async () => {
    const [person, other] = [await school.signIn('student'), await school.signIn('student')];
    const [{ _id }, another] = [await school.addClass(), await school.addClass()];
    const { body } = await start(person, _id);
    const id = body.clientSecret.split('_secret_')[0];
    const missing = { status: 404, body: { code: 'payment-not-found' } };
    expect(await record(person, _id, id)).toMatchObject(missing);
    await confirmCard(school, body.clientSecret);
    expect(await record(other, _id, id)).toMatchObject(missing);
    expect(await record(person, another._id, id)).toMatchObject(missing);
    expect((await person.call('GET', `/enrolledclasses/${person.email}`)).body).toEqual([]);
    expect(await record(person, _id, 'pi_unknown')).toMatchObject(missing);
    expect(await record(person, _id, id)).toMatchObject({ status: 200 });
  });

  test('with another price is refused', async () => {
    const person = await school.signIn('student');
    const { _id } = await school.addClass();
    const { body } = await start(person, _id);
    const { id } = await confirmCard(school, body.clientSecret);
    expect(await record(person, _id, id, 1)).toMatchObject({ status: 400, body: { code: 'price-differs' } });
  });
});

test('a declined card costs nothing, and the same intent can be paid with another', async () => {
  const person = await school.signIn('student');
  const { _id } = await school.addClass();
  const { body } = await start(person, _id);
  const declined = await confirmCard(school, body.clientSecret, 'pm_card_visa_chargeDeclined');
  expect(declined).toMatchObject({
    status: 402,
    body: { error: { code: 'card_declined', message: 'Your card was declined.' } },
  });
  expect(await record(person, _id, declined.id)).toMatchObject({ status: 404 });
  await confirmCard(school, body.clientSecret);
  expect(await record(person, _id, declined.id)).toMatchObject({ status: 200 });
});

test('an enrolled student still sees a class that was deleted since', async () => {
  const [person, admin] = [await school.signIn('student'), await school.signIn('admin')];
  const wanted = await school.addClass();
  await enrol(school, person, wanted._id);
  expect((await admin.call('DELETE', `/delete/${wanted._id}`)).status).toBe(200);
  const { body } = await person.call('GET', `/enrolledclasses/${person.email}`);
  expect(body[0].result).toEqual([expect.objectContaining({ _id: wanted._id })]);
});

describe('one person', () => {
  test('holds three seats at most; the next comes when one is paid or given back', async () => {
    const person = await school.signIn('student');
    const classes = await Promise.all(Array.from({ length: 6 }, () => school.addClass()));
    const ids = classes.map(({ _id }) => _id) as [string, string, string, string, string, string];
    const opened = await Promise.all(ids.map((id) => start(person, id)));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const refused = opened.find(({ status }) => status === 429);
    expect(refused).toMatchObject({ body: { code: 'too-many-orders' }, headers: { 'retry-after': '900' } });
    const [own] = opened.flatMap(({ status }, at) => (status === 200 ? [ids[at] as string] : []));
    const other = ids.find((_, at) => opened[at]?.status === 429) as string;
    expect(await start(person, own)).toMatchObject({ status: 200 });
    expect(await start(person)).toMatchObject({ status: 429 });
    await enrol(school, person, own as string);
    expect(await start(person, other)).toMatchObject({ status: 200 });
    expect(await start(person)).toMatchObject({ status: 429 });
    school.clock.now += 15 * 60_000;
    await school.work();
    expect(await start(person)).toMatchObject({ status: 200 });
    const held = await school.db.selectFrom('classes').select('heldseats').where('_id', 'in', ids).execute();
    expect(held.every(({ heldseats }) => heldseats === 0)).toBe(true);
  });
});

describe('an intent for a price alone', () => {
  test('is refused where the price is not the flat fee', async () => {
    expect(await start(student, undefined, 59)).toMatchObject({ body: { code: 'price-differs' } });
  });

  test('is bound to the class when its payment is recorded', async () => {
    const person = await school.signIn('student');
    const { _id } = await school.addClass({ availableseat: 1 });
    const { body } = await start(person);
    expect(await seats(_id)).toEqual({ free: 1, held: 0, taken: 0 });
    const { id } = await confirmCard(school, body.clientSecret);
    const recorded = await record(person, _id, id);
    expect(recorded.status).toBe(200);
    expect(await record(person, _id, id)).toEqual(expect.objectContaining({ body: recorded.body }));
    expect(await seats(_id)).toEqual({ free: 0, held: 0, taken: 1 });
  });

  test('goes back to the card where the class has no seat left', async () => {
    const [person, other] = [await school.signIn('student'), await school.signIn('student')];
    const { _id } = await school.addClass({ availableseat: 1 });
    const { body } = await start(person);
    const { id } = await confirmCard(school, body.clientSecret);
    await enrol(school, other, _id);
    expect(await record(person, _id, id)).toMatchObject({ status: 409, body: { code: 'payment-returned' } });
    await school.work();
    expect(await school.payments.cards.readIntent(id)).toMatchObject({ received: 6000, refunded: 6000 });
    expect(await record(person, _id, id)).toMatchObject({
      status: 409,
      body: {
        code: 'payment-returned',
        detail: 'The class was full when the payment came. The money has gone back to the card.',
      },
    });
  });

  test('goes back to the card where it is never recorded', async () => {
    const person = await school.signIn('student');
    const { body } = await start(person);
    const { id } = await confirmCard(school, body.clientSecret);
    school.clock.now += 16 * 60_000;
    await school.work();
    expect(await school.payments.cards.readIntent(id)).toMatchObject({ refunded: 6000 });
  });
});

describe('where each class has its own price', () => {
  let priced: TestSchool;
  beforeAll(async () => {
    priced = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CURRENCY: 'eur' } });
  });
  afterAll(() => priced.close());

  test('that price is charged', async () => {
    const person = await priced.signIn('student');
    const { _id } = await priced.addClass({ price: 5950 });
    expect(await start(person, _id, 60)).toMatchObject({ status: 400, body: { code: 'price-differs' } });
    const { transactionId } = await enrol(priced, person, _id, 59.5);
    expect(await priced.payments.cards.readIntent(transactionId)).toMatchObject({
      received: 5950,
      currency: 'eur',
    });
  });

  test('a price that changed while somebody was paying starts a new order', async () => {
    const person = await priced.signIn('student');
    const { _id } = await priced.addClass({ price: 5000, availableseat: 1 });
    const before = await start(person, _id, 50);
    await priced.db.updateTable('classes').set({ price: 7000 }).where('_id', '=', _id).execute();
    const after = await start(person, _id, 70);
    expect(after.status).toBe(200);
    expect(await confirmCard(priced, before.body.clientSecret)).toMatchObject({ status: 400 });
    expect(await seatsOf(priced.db, _id)).toEqual({ free: 0, held: 1, taken: 0 });
  });

  test('a free class enrols without a card service, once, while it has seats', async () => {
    const [person, other] = [await priced.signIn('student'), await priced.signIn('student')];
    const { _id } = await priced.addClass({ price: 0, availableseat: 1 });
    expect(await start(person, _id, 0)).toMatchObject({ status: 409, body: { code: 'nothing-to-pay' } });
    const answers = await Promise.all([1, 2].map(() => person.call('POST', `/enrol/${_id}`)));
    expect(answers[0]?.body).toEqual({ result: { insertedId: expect.any(String) } });
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await other.call('POST', `/enrol/${_id}`)).toMatchObject({
      status: 409,
      body: { code: 'class-full' },
    });
    expect(await seatsOf(priced.db, _id)).toEqual({ free: 0, held: 0, taken: 1 });
  });

  test('a class that costs something is not to be had for nothing', async () => {
    const { _id } = await priced.addClass({ price: 100 });
    const person = await priced.signIn('student');
    expect(await person.call('POST', `/enrol/${_id}`)).toMatchObject({ body: { code: 'price-differs' } });
  });

  test('a class that became free while another account pays for the place is left to it', async () => {
    const [parent, guardian] = [await priced.signIn('student'), await priced.signIn('student')];
    const { learnerid } = parent;
    const rights = { mayenrol: 1, maypay: 1, getsmail: 0 } as const;
    const guard = { ...rights, learnerid, userid: guardian.user._id, createdat: 0 };
    await priced.db.insertInto('guardians').values(guard).execute();
    const { _id } = await priced.addClass({ price: 5000, availableseat: 1 });
    expect((await start(parent, _id, 50)).status).toBe(200);
    await priced.db.updateTable('classes').set({ price: 0 }).where('_id', '=', _id).execute();
    expect(await guardian.call('POST', `/enrol/${_id}`, { learnerid })).toMatchObject({
      status: 409,
      body: { code: 'other-paying' },
    });
    expect(await seatsOf(priced.db, _id)).toEqual({ free: 0, held: 1, taken: 0 });
    expect((await parent.call('POST', `/enrol/${_id}`, {})).status).toBe(200);
  });

  test('a price below what the card service takes costs nothing, for whatever way one asks', async () => {
    const { _id } = await priced.addClass({ price: 49, availableseat: 1 });
    const person = await priced.signIn('student');
    for (const asked of [() => start(person, _id, 0.49), () => start(person, undefined, 0.49)])
      expect(await asked()).toMatchObject({ status: 409, body: { code: 'nothing-to-pay' } });
    expect(await seatsOf(priced.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
    const { status, body } = await person.call('POST', `/enrol/${_id}`);
    expect(status).toBe(200);
    expect((await person.call('GET', `/receipts/${body.result.insertedId}`)).body).toMatchObject({
      price: 0,
      fullprice: 0.49,
    });
    const { _id: dear } = await priced.addClass({ price: 50 });
    expect((await start(person, dear, 0.5)).status).toBe(200);
  });
});
