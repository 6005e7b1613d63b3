import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import type { Row } from '#server/database/schema.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import type { Payments } from '#server/features/orders/payments.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { addChildBy } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson, addPlan } from '#tests/support/timetable.ts';
import { enrolByHand } from './by-hand/enrol.ts';

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
let admin: Person;
const DAY_MS = 24 * 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CANCEL_UNTIL_HOURS: '9999' } });
  dashboard = await openCardsDashboard(school);
});
// The clock leaps by days, and nobody stays signed in for ever.
beforeEach(async () => {
  admin = await school.signIn('admin');
});
afterAll(async () => {
  await dashboard.close();
  await school.close();
});

/** A class that meets every day at four, so many times; the first lesson is on the day after this one. */
async function addCourse({ price = 6000, lessons = 12, availableseat = 5 } = {}) {
  const course = await school.addClass({ price, availableseat });
  const rows: Row<'lessons'>[] = [];
  for (let at = 1; at <= lessons; at++) {
    const day = new Date(school.clock.now + at * DAY_MS).toISOString().slice(0, 10);
    rows.push(await addLesson(school.db, { classid: course._id, day }));
  }
  return { classid: course._id, lessons: rows };
}

/** Moves the clock to just after so many of a class's lessons have begun. */
const begin = (lessons: readonly Row<'lessons'>[], count: number) => {
  school.clock.now = lessons[count - 1]?.startsat ?? school.clock.now;
};
const change = (lesson: Row<'lessons'> | undefined, fields: Partial<Row<'lessons'>>) =>
  school.db
    .updateTable('lessons')
    .set(fields)
    .where('_id', '=', lesson?._id ?? '')
    .execute();
const callOff = (lesson: Row<'lessons'> | undefined) =>
  change(lesson, { state: 'cancelled', cancelledat: school.clock.now });
const cancel = (person: Person, id: string) => person.call('POST', `/enrolments/${id}/cancel`);
const sentBack = async (transactionId: string) =>
  (await school.payments.cards.readIntent(transactionId)).refunded;
const work = async () => {
  for (let times = 0; times < 6 && (await school.work()) > 0; times++);
};
const lineOf = async (transactionId: string) => {
  const paid = school.db.selectFrom('orders').select('paidat').where('intentid', '=', transactionId);
  const { paidat } = await paid.executeTakeFirstOrThrow();
  const month = new Date(paidat ?? 0).toISOString().slice(0, 7);
  const { body } = await admin.call('GET', `/money?month=${month}`);
  return body.lines.find((line: { transactionId: string }) => line.transactionId === transactionId);
};
const receiptOf = async (person: Person, id: string) => (await person.call('GET', `/receipts/${id}`)).body;

describe('a class under way', () => {
  test('costs the lessons that are left, and says so before it is paid and on the receipt', async () => {
    const { classid, lessons } = await addCourse();
    begin(lessons, 3);
    const parent = await school.signIn('student');
    expect(await start(parent, classid, 60)).toMatchObject({ status: 400, body: { code: 'price-differs' } });
    const intent = await start(parent, classid, 45);
    expect(intent.body).toMatchObject({ price: 45, lessons: { left: 9, of: 12 } });
    // A lesson begins while the card is typed: what was shown is what is charged.
    begin(lessons, 4);
    const { id } = await confirmCard(school, intent.body.clientSecret);
    const recorded = await record(parent, classid, id, 45);
    expect(recorded.status).toBe(200);
    const enrolment = recorded.body.result.insertedId;
    expect(await receiptOf(parent, enrolment)).toMatchObject({ price: 45, lessons: { left: 9, of: 12 } });
    expect(await lineOf(id)).toMatchObject({ verdict: 'matched', received: 45 });
  });

  test('counts lessons that were called off in neither number', async () => {
    const { classid, lessons } = await addCourse();
    await callOff(lessons[1]);
    await callOff(lessons[9]);
    begin(lessons, 3);
    const { body } = await start(await school.signIn('student'), classid, 48);
    expect(body).toMatchObject({ price: 48, lessons: { left: 8, of: 10 } });
  });

  test('costs all of it before the first lesson, and what a class without lessons costs is its price', async () => {
    const { classid } = await addCourse();
    const person = await school.signIn('student');
    expect((await start(person, classid, 60)).body).toMatchObject({ lessons: { left: 12, of: 12 } });
    const { _id } = await school.addClass({ price: 6000 });
    const plain = (await start(person, _id, 60)).body;
    expect([plain.price, 'lessons' in plain, 'items' in plain]).toEqual([60, false, false]);
  });

  test('that is over takes nobody any more, by whatever way', async () => {
    const { classid, lessons } = await addCourse({ lessons: 2 });
    begin(lessons, 2);
    const person = await school.signIn('student');
    const over = { status: 409, body: { code: 'class-over' } };
    expect(await start(person, classid, 0.01)).toMatchObject(over);
    expect(await person.call('POST', '/checkout', { items: [{ classid }] })).toMatchObject(over);
    expect(await person.call('POST', `/enrol/${classid}`, {})).toMatchObject(over);
    const byHand = { classid, learnerid: person.learnerid, pay: 'cash' };
    expect(await admin.call('POST', '/enrolments', byHand)).toMatchObject(over);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 5, held: 0, taken: 0 });
  });

  test('counts no lessons from before the first day of its present plans, so that a new term is whole', async () => {
    const { classid, lessons } = await addCourse({ lessons: 10 });
    begin(lessons, 5);
    const plans = [lessons[5]?.planday, lessons[7]?.planday].map((firstday) =>
      addPlan(school.db, { classid, firstday, lastday: lessons[9]?.planday }),
    );
    await Promise.all(plans);
    const person = await school.signIn('student');
    const whole = await start(person, classid, 60);
    expect(whole.body).toMatchObject({ price: 60, lessons: { left: 5, of: 5 } });
    // A lesson that was brought forward stands for its own day.
    await change(lessons[5], { day: lessons[4]?.day, startsat: school.clock.now });
    expect((await start(person, classid, 48)).body).toMatchObject({ lessons: { left: 4, of: 5 } });
    // Without a plan all of them count.
    await school.db.deleteFrom('plans').where('classid', '=', classid).execute();
    expect((await start(person, classid, 24)).body).toMatchObject({ lessons: { left: 4, of: 10 } });
  });

  test('of which every lesson was called off takes nobody either', async () => {
    const { classid, lessons } = await addCourse({ lessons: 2 });
    for (const lesson of lessons) await callOff(lesson);
    const person = await school.signIn('student');
    const over = { status: 409, body: { code: 'class-over' } };
    expect(await start(person, classid, 60)).toMatchObject(over);
    expect(await person.call('POST', '/select/class/', { classid, email: person.email })).toMatchObject(over);
  });

  test('that is over is listed without a sum, and selected no more', async () => {
    const { classid, lessons } = await addCourse({ lessons: 2 });
    const [person, other] = [await school.signIn('student'), await school.signIn('student')];
    const select = (by: Person) => by.call('POST', '/select/class/', { classid, email: by.email });
    expect((await select(person)).status).toBe(200);
    begin(lessons, 2);
    expect(await select(other)).toMatchObject({ status: 409, body: { code: 'class-over' } });
    const together = { classid, learnerids: [other.learnerid] };
    expect(await other.call('POST', '/select/together', together)).toMatchObject({
      status: 409,
      body: { code: 'class-over' },
    });
    expect((await select(person)).body).toEqual({ message: 'exist' });
    const [listed] = (await person.call('GET', `/selectedclass/${person.email}`)).body;
    expect([listed.lessons, 'sum' in listed]).toEqual([{ left: 0, of: 2 }, false]);
  });

  test('that is held at an older price is held anew at today’s', async () => {
    const { classid, lessons } = await addCourse();
    const person = await school.signIn('student');
    const { body } = await start(person, classid, 60);
    begin(lessons, 6);
    school.clock.now += 1;
    const later = await start(person, classid, 30);
    expect(later.body).toMatchObject({ price: 30, lessons: { left: 6, of: 12 } });
    expect(later.body.clientSecret).not.toBe(body.clientSecret);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 4, held: 1, taken: 0 });
  });

  test('of a payment for several says what each place costs', async () => {
    const [one, other] = [await addCourse(), await addCourse({ price: 1000, lessons: 3 })];
    begin(one.lessons, 1);
    const person = await school.signIn('student');
    await change(other.lessons[1], {
      startsat: one.lessons[11]?.startsat ?? 0,
      endsat: (one.lessons[11]?.startsat ?? 0) + 1,
    });
    const { _id: plain } = await school.addClass({ price: 700 });
    const child = await addChildBy(person, { firstname: 'Ada', lastname: 'Lee' });
    const items = [
      { classid: one.classid },
      { classid: other.classid, learnerid: child },
      { classid: plain },
    ];
    const { body } = await person.call('POST', '/checkout', { items, price: 55 + 6.67 + 7 });
    const sums = body.items.map((item: { price: number; lessons?: object }) => [item.price, item.lessons]);
    expect(sums).toHaveLength(3);
    expect(sums).toEqual(
      expect.arrayContaining([
        [55, { left: 11, of: 12 }],
        [6.67, { left: 2, of: 3 }],
        [7, undefined],
      ]),
    );
  });

  test('is for nothing where less is left of it than a card can be charged, known before it is paid', async () => {
    const { classid, lessons } = await addCourse({ price: 500 });
    const person = await school.signIn('student');
    await person.call('POST', '/select/class/', { classid, email: person.email });
    const shown = async () => (await person.call('GET', `/selectedclass/${person.email}`)).body[0].sum;
    begin(lessons, 10);
    // Two of twelve lessons of 5.00 are 0.83, the last one is 0.42.
    expect(await shown()).toBe(0.83);
    begin(lessons, 11);
    expect(await shown()).toBe(0);
    expect((await start(person, classid, 0.42)).body.code).toBe('nothing-to-pay');
    const { status, body } = await person.call('POST', `/enrol/${classid}`, {});
    expect(status).toBe(200);
    expect(await receiptOf(person, body.result.insertedId)).toMatchObject({
      price: 0,
      fullprice: 0.42,
      lessons: { left: 1, of: 12 },
    });
  });

  test('by hand is booked at the sum that was said before, or refused where a lesson has begun since', async () => {
    const { classid, lessons } = await addCourse();
    begin(lessons, 3);
    const { learnerid } = await school.signIn('student');
    const place = { classid, learnerid, pay: 'cash' };
    const say = async () => (await admin.call('POST', '/enrolments?dry=1', place)).body;
    expect(await say()).toEqual({ price: 45, currency: 'usd', lessons: { left: 9, of: 12 } });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 5, held: 0, taken: 0 });
    begin(lessons, 4);
    for (const more of [{}, { amount: 45, reason: 'Paid in an envelope.' }])
      expect(await admin.call('POST', '/enrolments', { ...place, ...more, price: 45 })).toMatchObject({
        status: 400,
        body: { code: 'price-differs' },
      });
    expect(await school.db.selectFrom('orders').selectAll().where('classid', '=', classid).execute()).toEqual(
      [],
    );
    const { price } = await say();
    const booked = await admin.call('POST', '/enrolments', { ...place, price });
    expect(booked).toMatchObject({ status: 200, body: { price: 40, lessons: { left: 8, of: 12 } } });
    const order = school.db.selectFrom('orders').selectAll().where('_id', '=', booked.body.insertedId);
    expect(await order.executeTakeFirstOrThrow()).toMatchObject({ amount: 4000, lessonsleft: 8 });
    const ledger = school.db.selectFrom('ledger').select(['kind', 'amount']);
    expect(await ledger.where('orderid', '=', booked.body.insertedId).execute()).toEqual([
      { kind: 'cash', amount: 4000 },
    ]);
  });

  test('by hand counts a lesson that begins while the place is booked as one that was sold', async () => {
    const { classid, lessons } = await addCourse();
    begin(lessons, 3);
    const { learnerid } = await school.signIn('student');
    const { payments } = school;
    const { seats } = payments;
    const racing: Payments = {
      ...payments,
      seats: {
        ...seats,
        hold: (...held: Parameters<typeof seats.hold>) => {
          begin(lessons, 4);
          return seats.hold(...held);
        },
      },
    };
    const input = { classid, learnerid, pay: 'cash', price: 4500, actor: admin.user } as const;
    const booked = await enrolByHand(racing, input);
    expect(booked).toMatchObject({ price: 4500, lessons: { left: 9, of: 12 } });
    const id = booked.insertedId ?? '';
    const order = school.db.selectFrom('orders').selectAll().where('_id', '=', id);
    expect(await order.executeTakeFirstOrThrow()).toMatchObject({ amount: 4500, lessonsleft: 9 });
    // It was held, and stays with the school.
    expect((await admin.call('POST', `/enrolments/${id}/cancel`)).body).toMatchObject({
      price: 45,
      earned: 5,
    });
  });

  test('is bound to a payment that named none at the price at which that was begun', async () => {
    const { classid, lessons } = await addCourse();
    begin(lessons, 3);
    const person = await school.signIn('student');
    const { body } = await start(person, undefined, 45);
    begin(lessons, 4);
    const { id } = await confirmCard(school, body.clientSecret);
    const recorded = await record(person, classid, id, 45);
    expect(recorded.status).toBe(200);
    begin(lessons, 6);
    expect((await cancel(person, recorded.body.result.insertedId)).body).toMatchObject({ earned: 15 });
    expect(await sentBack(id)).toBe(3000);
  });
});

describe('who leaves', () => {
  test('gets back what was paid for the lessons that have not begun, to the cent, once', async () => {
    const { classid, lessons } = await addCourse({ price: 1000, lessons: 7 });
    begin(lessons, 1);
    const person = await school.signIn('student');
    // 6 of 7: 8.57.
    const { enrolment, transactionId } = await enrol(school, person, classid, 8.57);
    begin(lessons, 3);
    const [listed] = (await person.call('GET', `/enrolledclasses/${person.email}`)).body;
    expect(listed).toMatchObject({ price: 8.57, earned: 2.86, cancellable: true });
    const answers = await Promise.all([cancel(person, enrolment), cancel(person, enrolment)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const told = (await mailsOf(school, person.email)).find(({ kind }) => kind === 'cancelled');
    expect(told?.text).toContain('$5.71 goes back to the card that you paid with.');
    expect(told?.text).toContain('$2.86 stays with the school for the lessons that have begun.');
    expect(answers[0]?.body).toMatchObject({ price: 8.57, earned: 2.86 });
    await work();
    // 4 of 6 of 8.57 are 5.713.
    expect(await sentBack(transactionId)).toBe(571);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 5, held: 0, taken: 0 });
    expect(await receiptOf(person, enrolment)).toMatchObject({
      state: 'refunded',
      price: 8.57,
      returned: 5.71,
      earned: 2.86,
      lessons: { left: 6, of: 7 },
    });
    const [past] = (await person.call('GET', `/pastenrolments/${person.email}`)).body;
    expect(past).toMatchObject({ returned: 5.71, earned: 2.86, state: 'refunded' });
    expect(await lineOf(transactionId)).toMatchObject({
      verdict: 'refunded',
      received: 8.57,
      refunded: 5.71,
    });
  });

  test('before the first lesson gets all of it back', async () => {
    const { classid } = await addCourse();
    const person = await school.signIn('student');
    const { enrolment, transactionId } = await enrol(school, person, classid, 60);
    expect((await cancel(person, enrolment)).body).toEqual({
      state: 'refunded',
      price: 60,
      currency: 'usd',
    });
    expect(await sentBack(transactionId)).toBe(6000);
  });

  test('gets nothing back once every lesson has begun, and the card service is asked for nothing', async () => {
    const { classid, lessons } = await addCourse({ lessons: 3 });
    const person = await school.signIn('student');
    const { enrolment, transactionId } = await enrol(school, person, classid, 60);
    begin(lessons, 3);
    expect((await cancel(person, enrolment)).body).toMatchObject({ state: 'refunded', earned: 60 });
    await work();
    expect(await sentBack(transactionId)).toBe(0);
    expect(await receiptOf(person, enrolment)).toMatchObject({ returned: 0, earned: 60, state: 'refunded' });
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'refunded', attention: null });
  });

  test('gets a lesson back that was called off after the payment, and not one that was made up', async () => {
    const { classid, lessons } = await addCourse({ lessons: 6 });
    const person = await school.signIn('student');
    const { enrolment, transactionId } = await enrol(school, person, classid, 60);
    await callOff(lessons[0]);
    await callOff(lessons[4]);
    // Called off and made up on another day.
    await change(lessons[1], {
      state: 'moved',
      startsat: (lessons[2]?.startsat ?? 0) + DAY_MS / 2,
      endsat: (lessons[2]?.startsat ?? 0) + DAY_MS,
    });
    begin(lessons, 4);
    // The second, third and fourth were held.
    await cancel(person, enrolment);
    expect(await sentBack(transactionId)).toBe(3000);
  });

  test('pays for what was held, though lessons were added meanwhile', async () => {
    const { classid, lessons } = await addCourse({ lessons: 4 });
    const person = await school.signIn('student');
    const { enrolment, transactionId } = await enrol(school, person, classid, 60);
    for (const at of [5, 6, 7]) {
      const day = new Date(school.clock.now + at * DAY_MS).toISOString().slice(0, 10);
      await addLesson(school.db, { classid, day });
    }
    begin(lessons, 1);
    await cancel(person, enrolment);
    expect(await sentBack(transactionId)).toBe(4500);
  });

  test('by the school’s word gets the same, and the log and the ledger say it', async () => {
    const { classid, lessons } = await addCourse();
    const person = await school.signIn('student');
    const { enrolment, transactionId } = await enrol(school, person, classid, 60);
    begin(lessons, 5);
    expect((await cancel(admin, enrolment)).body).toMatchObject({ earned: 25 });
    expect(await sentBack(transactionId)).toBe(3500);
    const { note } = await school.db
      .selectFrom('changes')
      .select('note')
      .where('subjectid', '=', enrolment)
      .executeTakeFirstOrThrow();
    expect(note).toContain('35');
    const moved = await school.db
      .selectFrom('ledger')
      .select(['kind', 'amount', 'seats'])
      .where('orderid', '=', enrolment)
      .orderBy('_id')
      .execute();
    expect(moved).toEqual([
      { kind: 'charge', amount: 6000, seats: 1 },
      { kind: 'refund', amount: 3500, seats: 0 },
    ]);
  });

  test('with the account gets the same', async () => {
    const { classid, lessons } = await addCourse();
    const person = await school.signIn('student');
    const { transactionId: id } = await enrol(school, person, classid, 60);
    begin(lessons, 9);
    const { db, erasing, clock } = school;
    await eraseAccount(db, erasing, { uid: person.claims.uid, now: clock.now });
    await work();
    expect(await sentBack(id)).toBe(1500);
  });

  test('who paid at the school is given the part back there', async () => {
    const { classid, lessons } = await addCourse();
    const person = await school.signIn('student');
    begin(lessons, 2);
    const { body } = await admin.call('POST', '/enrolments', {
      classid,
      learnerid: person.learnerid,
      pay: 'cash',
    });
    const { insertedId: id } = body;
    begin(lessons, 7);
    expect((await cancel(person, id)).body).toMatchObject({ state: 'refund_due', price: 50, earned: 25 });
    const family = await admin.call('GET', `/families/${person.user._id}`);
    expect(family.body).toMatchObject({ owedback: 25 });
    const back = () => admin.call('PUT', `/enrolments/${id}/returned`, { kind: 'cash', key: 'one' });
    expect((await back()).status).toBe(200);
    expect((await back()).status).toBe(200);
    const moved = await school.db
      .selectFrom('ledger')
      .select(['kind', 'amount', 'seats'])
      .where('orderid', '=', id)
      .execute();
    expect(moved.sort((one, other) => one.amount - other.amount)).toEqual([
      { kind: 'cash_refund', amount: 2500, seats: 0 },
      { kind: 'cash', amount: 5000, seats: 1 },
    ]);
    expect(await receiptOf(person, id)).toMatchObject({ state: 'refunded', returned: 25, earned: 25 });
  });

  test('and owes the school owes nothing any more', async () => {
    const { classid, lessons } = await addCourse();
    const person = await school.signIn('student');
    const { body } = await admin.call('POST', '/enrolments', {
      classid,
      learnerid: person.learnerid,
      pay: 'due',
    });
    begin(lessons, 7);
    expect((await cancel(person, body.insertedId)).body).toMatchObject({ state: 'expired' });
  });

  test('whose part went back before leaves the rest with the school; the rest at the dashboard is told to nobody', async () => {
    const { classid, lessons } = await addCourse();
    const person = await school.signIn('student');
    const { enrolment, transactionId } = await enrol(school, person, classid, 60);
    begin(lessons, 6);
    await dashboard.refund(transactionId, 1000);
    await work();
    await cancel(person, enrolment);
    await work();
    expect(await sentBack(transactionId)).toBe(3000);
    expect(await receiptOf(person, enrolment)).toMatchObject({ state: 'refunded', returned: 30, earned: 30 });
    await dashboard.refund(transactionId, 500);
    await work();
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'refunded', refunded: 35 });
  });
});

test('with one flat fee the lessons that are left change nothing', async () => {
  const flat = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '9999' } });
  try {
    const { _id: classid } = await flat.addClass();
    for (const at of [1, 2, 3]) {
      const day = new Date(flat.clock.now + at * DAY_MS).toISOString().slice(0, 10);
      await addLesson(flat.db, { classid, day });
    }
    flat.clock.now += 2 * DAY_MS;
    const person = await flat.signIn('student');
    const { enrolment, transactionId } = await enrol(flat, person, classid);
    flat.clock.now += DAY_MS;
    expect((await cancel(person, enrolment)).body).toEqual({ state: 'refunded', price: 60, currency: 'usd' });
    expect((await flat.payments.cards.readIntent(transactionId)).refunded).toBe(6000);
  } finally {
    await flat.close();
  }
});

test('whatever was joined late and left early, the records are in order', async () => {
  const { db } = school;
  const findings = await checkRecords(
    { db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0],
    { now: school.clock.now, hasEmbeddedCards: true },
  );
  const money = [
    'Charges',
    'Paid places',
    'Ledger',
    'Card charges',
    'Card refunds',
    'Seats taken',
    'Seats held',
  ];
  expect(findings.filter(({ about, state }) => money.includes(about) && state !== 'fine')).toEqual([]);
});
