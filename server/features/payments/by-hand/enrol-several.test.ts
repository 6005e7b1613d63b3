import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { newId } from '#server/database/ids.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';

type Item = { classid: string; learnerid: string; pay: string } & Record<string, unknown>;

let school: TestSchool;
let office: Person;
let parent: Person;
let other: Person;
let cello: string;
let piano: string;

beforeAll(async () => {
  school = await openTestSchool();
  office = await school.signIn('office');
});
beforeEach(async () => {
  [parent, other] = [await school.signIn('student'), await school.signIn('student')];
  cello = (await school.addClass({ classname: 'Cello', availableseat: 2 }))._id;
  piano = (await school.addClass({ classname: 'Piano', availableseat: 2 }))._id;
});
afterAll(() => school.close());

/** A child of the parent's. */
async function addChild(firstname: string, { userid = parent.user._id, born = null as string | null } = {}) {
  const _id = newId(school.clock.now);
  const child = { userid, self: 0 as const, firstname, lastname: 'Ito', born, leftat: null };
  await school.db
    .insertInto('learners')
    .values({ ...child, _id, createdat: school.clock.now })
    .execute();
  return _id;
}

const several = (items: Item[], mode = 'all', { dry = false, by = office } = {}) =>
  by.call('POST', `/enrolments${dry ? '?dry=1' : ''}`, { items, mode });
const codesOf = (body: { leftout: { code: string }[] }) => body.leftout.map(({ code }) => code);

/** How many rows there are of everything that enrolling writes. */
async function written() {
  const tables = ['orders', 'enrolments', 'ledger', 'mails', 'changes', 'confirmedclashes'] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows = school.db.selectFrom(table as 'orders').select((of) => of.fn.countAll<number>().as('n'));
    counts[table] = Number((await rows.executeTakeFirstOrThrow()).n);
  }
  return { counts, seats: [await seatsOf(school.db, cello), await seatsOf(school.db, piano)] };
}
const enrolledMails = async (person: Person) =>
  (await mailsOf(school, person.email)).filter(({ kind }) => kind === 'enrolled');
const agrees = async () => {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
};

describe('several at once', () => {
  test('are enrolled with one mail a family, a line of the log each, and sums by each way', async () => {
    const mika = await addChild('Mika');
    const items: Item[] = [
      { classid: cello, learnerid: mika, pay: 'cash' },
      { classid: piano, learnerid: mika, pay: 'transfer' },
      { classid: cello, learnerid: other.learnerid, pay: 'due', amount: 45, reason: 'Second child' },
    ];
    const before = await written();
    const dry = await several(items, 'all', { dry: true });
    expect(await written()).toEqual(before);
    const done = await several(items);
    for (const { status, body } of [dry, done]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        enrolled: [
          { classid: cello, learnerid: mika, price: 60 },
          { classid: piano, learnerid: mika, price: 60 },
          { classid: cello, learnerid: other.learnerid, price: 45, fullprice: 60 },
        ],
        leftout: [],
        sums: { cash: 60, transfer: 60, owed: 45 },
        currency: 'usd',
        families: 2,
      });
    }
    expect(dry.body.enrolled.some((one: object) => 'insertedId' in one)).toBe(false);
    const ids = done.body.enrolled.map(({ insertedId }: { insertedId: string }) => insertedId);
    const orders = await school.db.selectFrom('orders').selectAll().where('_id', 'in', ids).execute();
    const byId = new Map(orders.map((order) => [order._id, order]));
    expect(ids.map((id: string) => byId.get(id)?.paidby)).toEqual(['cash', 'transfer', 'due']);
    expect(orders.every(({ state, checkoutid }) => state === 'enrolled' && checkoutid === null)).toBe(true);
    expect(await seatsOf(school.db, cello)).toEqual({ free: 0, held: 0, taken: 2 });
    const movements = await school.db.selectFrom('ledger').selectAll().where('orderid', 'in', ids).execute();
    expect(movements.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual([
      'cash 6000',
      'transfer 6000',
    ]);
    const log = await school.db.selectFrom('changes').selectAll().where('subjectid', 'in', ids).execute();
    expect(log.map(({ action, actorname }) => `${action} ${actorname}`)).toEqual(
      Array(3).fill(`enrolled-by-hand ${office.user.name}`),
    );
    const [mail, ...more] = await enrolledMails(parent);
    expect(more).toEqual([]);
    for (const words of ['Cello', 'Piano', 'All places are confirmed', 'in cash', 'by bank transfer'])
      expect(mail?.text).toContain(words);
    expect(mail?.text).not.toContain('Your payment has arrived');
    expect(await enrolledMails(other)).toHaveLength(1);
    const receipt = (await parent.call('GET', `/receipts/${ids[1]}`)).body;
    expect(receipt).toMatchObject({ paidby: 'transfer', price: 60, transactionId: `hand_${ids[1]}` });
    const { body: money } = await office.call('GET', '/money');
    const verdicts = money.lines.filter(({ enrolmentid }: { enrolmentid: string }) =>
      ids.includes(enrolmentid),
    );
    expect(verdicts.map(({ verdict }: { verdict: string }) => verdict).sort()).toEqual([
      'matched',
      'matched',
      'owed',
    ]);
    await agrees();
  });

  test('all or none: one that cannot is said, with why, and nothing is written', async () => {
    const young = (await school.addClass({ classname: 'Recorder', agefrom: 30 }))._id;
    const mika = await addChild('Mika');
    const items = [
      { classid: cello, learnerid: mika, pay: 'cash' },
      { classid: young, learnerid: mika, pay: 'cash' },
      { classid: 'nowhere', learnerid: mika, pay: 'due' },
      { classid: piano, learnerid: 'nobody', pay: 'due' },
    ];
    const before = await written();
    for (const dry of [true, false]) {
      const { status, body } = await several(items, 'all', { dry });
      expect(status).toBe(200);
      expect(body.enrolled).toEqual([]);
      expect(codesOf(body)).toEqual(['born-missing', 'class-not-found', 'learner-not-found']);
      expect(body.leftout[0].detail.length).toBeGreaterThan(10);
      expect(body.sums).toEqual({ cash: 0, transfer: 0, owed: 0 });
    }
    expect(await written()).toEqual(before);
    const { body } = await several(items, 'fitting');
    expect(body.enrolled).toHaveLength(1);
    expect(codesOf(body)).toEqual(['born-missing', 'class-not-found', 'learner-not-found']);
    expect(await several([{ classid: young, learnerid: mika, pay: 'free', confirmage: true }])).toMatchObject(
      {
        body: { leftout: [] },
      },
    );
  });

  test('those that fit: seats go in the order in which they are named', async () => {
    const children = await Promise.all(['A', 'B', 'C'].map((name) => addChild(name)));
    const items = children.map((learnerid) => ({ classid: cello, learnerid, pay: 'due' }));
    const all = await several(items);
    expect(all.body).toMatchObject({
      enrolled: [],
      leftout: [{ learnerid: children[2], code: 'class-full' }],
    });
    const dry = await several(items, 'fitting', { dry: true });
    const done = await several(items, 'fitting');
    for (const { body } of [dry, done]) {
      expect(body.enrolled.map(({ learnerid }: Item) => learnerid)).toEqual(children.slice(0, 2));
      expect(body.leftout).toMatchObject([{ classid: cello, learnerid: children[2], code: 'class-full' }]);
    }
    expect(await seatsOf(school.db, cello)).toEqual({ free: 0, held: 0, taken: 2 });
  });

  test('the same again gives nothing twice, also at once and from two offices', async () => {
    const mika = await addChild('Mika');
    const items = [cello, piano].map((classid) => ({ classid, learnerid: mika, pay: 'cash' }));
    const second = await school.signIn('admin');
    const answers = await Promise.all([
      several(items),
      several(items),
      several(items, 'fitting', { by: second }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.enrolled.length).sort()).toEqual([0, 0, 2]);
    const { body } = await several(items);
    expect(body.enrolled).toEqual([]);
    expect(codesOf(body)).toEqual(['already-enrolled', 'already-enrolled']);
    expect(await seatsOf(school.db, cello)).toEqual({ free: 1, held: 0, taken: 1 });
    expect(await enrolledMails(parent)).toHaveLength(1);
    await agrees();
  });

  test('one place named twice is one place', async () => {
    const item = { classid: cello, learnerid: parent.learnerid, pay: 'cash' };
    const { body } = await several([item, { ...item, pay: 'due' }]);
    expect(body).toMatchObject({ enrolled: [{ price: 60 }], leftout: [], sums: { cash: 0, owed: 60 } });
  });

  test('two classes at the same time: the second is left out until it is said to be known', async () => {
    for (const classid of [cello, piano])
      await addLesson(school.db, { classid, day: '2026-11-03', starttime: '16:00' });
    const items = [cello, piano].map((classid) => ({ classid, learnerid: parent.learnerid, pay: 'free' }));
    const { body } = await several(items, 'fitting', { dry: true });
    expect(body).toMatchObject({
      enrolled: [{ classid: cello }],
      leftout: [{ classid: piano, code: 'learner-clash' }],
    });
    expect(body.leftout[0].detail).toContain('Cello');
    const known = items.map((item) => ({ ...item, confirmclash: true }));
    expect((await several(known)).body.leftout).toEqual([]);
  });

  test('a sum that is not the price says why, and what is not asked for is refused', async () => {
    const item = { classid: cello, learnerid: parent.learnerid, pay: 'cash' };
    for (const wrong of [
      [],
      [{ ...item, amount: 20 }],
      [{ ...item, pay: 'card' }],
      Array(51).fill(item),
      [{ ...item, pays: 'cash' }],
    ])
      expect(await several(wrong)).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    expect((await several([item], 'some')).status).toBe(400);
    expect((await several([{ ...item, price: 59 }])).body.leftout).toMatchObject([{ code: 'price-differs' }]);
    for (const by of [parent, await school.signIn('instructor')])
      expect((await several([item], 'all', { by })).status).toBe(403);
  });
});

describe('a family that pays online meanwhile', () => {
  test('keeps its payment where the place is not given, and a dry run ends none', async () => {
    const { body: open } = await start(parent, cello);
    const full = (await school.addClass({ classname: 'Harp', availableseat: 1 }))._id;
    await enrol(school, other, full);
    const items = [cello, full].map((classid) => ({ classid, learnerid: parent.learnerid, pay: 'cash' }));
    const before = await written();
    const dry = await several(items, 'fitting', { dry: true });
    expect(dry.body).toMatchObject({ enrolled: [{ classid: cello }], leftout: [{ code: 'class-full' }] });
    expect((await several(items)).body.enrolled).toEqual([]);
    expect(await written()).toEqual(before);
    expect((await start(parent, cello)).body.clientSecret).toBe(open.clientSecret);
    const { body } = await several(items, 'fitting');
    expect(body.enrolled).toMatchObject([{ classid: cello }]);
    expect(await seatsOf(school.db, cello)).toEqual({ free: 1, held: 0, taken: 1 });
    await agrees();
  });

  test('and has paid keeps the place that it paid for', async () => {
    const { body } = await start(parent, cello);
    await confirmCard(school, body.clientSecret);
    const items = [cello, piano].map((classid) => ({ classid, learnerid: parent.learnerid, pay: 'cash' }));
    const { body: done } = await several(items, 'fitting');
    expect(done.enrolled).toMatchObject([{ classid: piano }]);
    expect(done.leftout).toMatchObject([{ classid: cello, code: 'already-enrolled' }]);
    await agrees();
  });

  test('for the last place has it, or the office has: never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { _id: last } = await school.addClass({ classname: 'Tuba', availableseat: 1 });
      const family = await school.signIn('student');
      const mika = await addChild('Mika');
      const items = [last, piano].map((classid) => ({ classid, learnerid: mika, pay: 'cash' }));
      const [started, { status, body }] = await Promise.all([
        start(family, last),
        several(items, round % 2 === 0 ? 'all' : 'fitting'),
      ]);
      expect(status).toBe(200);
      const hasLast = body.enrolled.some(({ classid }: Item) => classid === last);
      expect([200, 409]).toContain(started.status);
      expect(hasLast).toBe(started.status === 409);
      if (started.status === 200) {
        const { id } = await confirmCard(school, started.body.clientSecret);
        expect((await record(family, last, id)).status).toBe(200);
      }
      expect(await seatsOf(school.db, last)).toEqual({ free: 0, held: 0, taken: 1 });
      for (const { insertedId } of body.enrolled)
        await office.call('POST', `/enrolments/${insertedId}/cancel`);
    }
    await agrees();
  });
});

test('one learner by transfer is paid, counted and shown so', async () => {
  const place = { classid: cello, learnerid: parent.learnerid, pay: 'transfer' };
  const { status, body } = await office.call('POST', '/enrolments', place);
  expect(status).toBe(200);
  const id = body.insertedId;
  const [movement] = await school.db.selectFrom('ledger').selectAll().where('orderid', '=', id).execute();
  expect(movement).toMatchObject({ kind: 'transfer', amount: 6000, seats: 1 });
  const [mail] = await enrolledMails(parent);
  expect(mail?.text).toContain('by bank transfer');
  expect((await office.call('POST', `/enrolments/${id}/cancel`)).body).toMatchObject({
    state: 'refund_due',
    paidby: 'transfer',
  });
  await agrees();
});
