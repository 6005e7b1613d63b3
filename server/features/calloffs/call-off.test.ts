import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { CallOffRefund } from '#contract/classes/calls.ts';
import { isWrong, type ReconciliationLine } from '#contract/reconciliation/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { workPayments } from '#server/features/payments/work-payments.ts';
import { AppError } from '#server/http/errors.ts';
import { payTogether } from '#tests/support/checkouts.ts';
import { addChildBy, EVERY_RIGHT, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { workCallOffs } from './work-call-offs.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let classid: string;
let key = 0;

const DAY_MS = 24 * 60 * 60_000;
const REASON = 'The hall is being repaired';
const PRICE = 60;
const LESSONS = 6;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});
beforeEach(async () => {
  classid = await addCourse('Cello');
});
afterAll(() => school.close({ typed: [REASON] }));

/** A class with lessons to come, one a day. */
async function addCourse(classname: string, seats = 9) {
  const { _id } = await school.addClass({ classname, price: PRICE * 100, availableseat: seats });
  for (let at = 1; at <= LESSONS; at++) {
    const day = new Date(school.clock.now + at * DAY_MS).toISOString().slice(0, 10);
    await addLesson(school.db, { classid: _id, day, starttime: '00:00' });
  }
  return _id;
}

/** Every place ends; mails are not sent yet, so that they can be read. */
const endPlaces = () => workCallOffs(school.payments);
const work = async () => {
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
};
const call = (
  body: { refund?: CallOffRefund; reason?: string; key?: string } = {},
  { id = classid, by = admin }: { id?: string; by?: Person } = {},
) =>
  by.call('POST', `/class/${id}/calloff`, { reason: REASON, refund: 'whole', key: `key-${++key}`, ...body });
const tryIt = (refund: CallOffRefund = 'whole', { by = admin, reason = REASON } = {}) =>
  by.call('POST', `/class/${classid}/calloff?dry=1`, { reason, refund });

/** A family with a child in the class, as it pays. */
async function family(pay: 'card' | 'cash' | 'transfer' | 'due' | 'free', of = classid) {
  const parent = await school.signIn('student');
  const learnerid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  const id = await enrolChild(parent, learnerid, pay, of);
  return { parent, learnerid, id };
}
async function enrolChild(
  parent: Person,
  learnerid: string,
  pay: 'card' | 'cash' | 'transfer' | 'due' | 'free',
  of = classid,
): Promise<string> {
  if (pay === 'card') {
    const opened = await parent.call('POST', '/create-payment-intent', {
      price: PRICE,
      classid: of,
      learnerid,
    });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    return (await record(parent, of, id, PRICE)).body.result.insertedId;
  }
  const how = pay === 'transfer' ? 'due' : pay;
  const { body } = await admin.call('POST', '/enrolments', { classid: of, learnerid, pay: how });
  if (pay === 'transfer')
    await admin.call('PUT', `/enrolments/${body.insertedId}/paid`, { kind: 'transfer', key: 'one' });
  return body.insertedId;
}

const orderOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const classOf = (id = classid) =>
  school.db.selectFrom('classes').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const calledOffMails = async (person: Person) =>
  (await mailsOf(school, person.email)).filter(({ kind }) => kind === 'class-called-off');
const kindsTo = async (person: Person) => (await mailsOf(school, person.email)).map(({ kind }) => kind);
const refundsOf = (id: string) =>
  school.db
    .selectFrom('ledger')
    .selectAll()
    .where('orderid', '=', id)
    .where('kind', 'in', ['refund', 'cash_refund', 'transfer_refund'])
    .execute();

const readMonth = async () => {
  const month = new Date(school.clock.now).toISOString().slice(0, 7);
  return (await admin.call('GET', `/money?month=${month}`)).body;
};
/** The one event that the money check makes of it. */
const calledOffInMonth = async () =>
  (await readMonth()).calledoff.find((one: { classid: string }) => one.classid === classid);

/** Nothing in the books contradicts itself or the card service. */
async function ensureBooksAgree() {
  const body = await readMonth();
  const wrong = body.lines.filter(({ verdict }: ReconciliationLine) => isWrong(verdict));
  expect(wrong).toEqual([]);
  const records = { db: school.db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
}

describe('an admin calls a class off', () => {
  test('and every way of payment goes back as the dry run said, each once, with one mail a family', async () => {
    const card = await family('card');
    const cash = await family('cash');
    const transfer = await family('transfer');
    const due = await family('due');
    const free = await family('free');
    const foreseen = await tryIt();
    expect(foreseen).toMatchObject({
      status: 200,
      body: {
        lessons: LESSONS,
        places: 5,
        families: 5,
        waiting: 0,
        sums: { card: PRICE, byhand: 2 * PRICE, struck: PRICE },
        currency: 'usd',
      },
    });
    expect((await classOf()).calledoffat).toBeNull();
    const { mail, ...sums } = foreseen.body;
    expect(mail.subject).toBe('Cello has been called off');
    expect(mail.text).toContain(REASON);
    const done = await call();
    expect(done).toMatchObject({ status: 200, body: sums });
    expect(done.body.mail).toBeUndefined();
    await endPlaces();
    const said = async ({ parent }: { parent: Person }) => {
      const [mail, ...others] = await calledOffMails(parent);
      expect(others).toEqual([]);
      return mail?.text ?? '';
    };
    expect(await said(card)).toContain('$60 goes back to the card ending in 4242');
    expect(await said(cash)).toContain('The school refunds $60 in cash or by transfer');
    expect(await said(transfer)).toContain('The school refunds $60 in cash or by transfer');
    expect(await said(due)).toContain('$60 is no longer owed');
    expect(await said(free)).toContain('free of charge');
    expect(await said(card)).toContain('Ada Lee');
    await work();

    expect(await classOf()).toMatchObject({ status: 'approved', calledoffat: school.clock.now });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 9, held: 0, taken: 0 });
    expect(await orderOf(card.id)).toMatchObject({ state: 'refunded', reason: expect.any(String) });
    expect((await refundsOf(card.id)).map(({ kind, amount }) => [kind, amount])).toEqual([['refund', 6000]]);
    for (const { id } of [cash, transfer])
      expect(await orderOf(id)).toMatchObject({ state: 'refund_due', attention: 'owed-back', workat: null });
    expect(await orderOf(due.id)).toMatchObject({ state: 'expired' });
    expect(await orderOf(free.id)).toMatchObject({ state: 'refunded', amount: 0 });
    const left = school.db.selectFrom('enrolments').select('_id').where('classid', '=', classid);
    expect(await left.execute()).toEqual([]);

    for (const { parent } of [card, cash, transfer, due, free]) {
      const kinds = await kindsTo(parent);
      expect(kinds.filter((kind) => ['cancelled', 'refunded', 'debt-struck'].includes(kind))).toEqual([]);
      expect(await calledOffMails(parent)).toHaveLength(1);
    }

    const event = { classid, classname: 'Cello', reason: REASON, places: 5, sums: sums.sums };
    expect(await calledOffInMonth()).toMatchObject({ ...event, open: { card: 0, byhand: 2 * PRICE } });
    await admin.call('PUT', `/enrolments/${cash.id}/returned`, { kind: 'cash', key: 'back' });
    expect(await calledOffInMonth()).toMatchObject({ ...event, open: { card: 0, byhand: PRICE } });
    expect(await orderOf(cash.id)).toMatchObject({ state: 'refunded', attention: null });
    await ensureBooksAgree();
  });

  test('and one mail says it for several places of a family, each with its own money', async () => {
    const { parent, learnerid } = await family('card');
    const bo = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
    const cy = await addChildBy(parent, { firstname: 'Cy', lastname: 'Lee' });
    await enrolChild(parent, bo, 'cash');
    await enrolChild(parent, cy, 'due');
    const guardian = await school.signIn('student');
    await letGuard(school, { parent, guardian, learnerid, rights: EVERY_RIGHT });
    expect((await call()).body).toMatchObject({ places: 3, families: 1 });
    await endPlaces();
    const [mail, ...others] = await calledOffMails(parent);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/Ada Lee: \$60 goes back to the card/);
    expect(mail?.text).toMatch(/Bo Lee: The school refunds \$60/);
    expect(mail?.text).toMatch(/Cy Lee: \$60 is no longer owed/);
    const [seen, ...more] = await calledOffMails(guardian);
    expect(more).toEqual([]);
    expect(seen?.text).toContain('Ada Lee: The place has ended.');
    expect(seen?.text).not.toMatch(/\$|Bo Lee|Cy Lee/);
    await work();
    await ensureBooksAgree();
  });

  test('and a family without an address is not counted among those who get a mail', async () => {
    const family = { name: 'Walk In', learners: [{ firstname: 'Ida', lastname: 'Walk' }] };
    const { insertedId } = (await office.call('POST', '/families', family)).body;
    const { learners } = (await office.call('GET', `/families/${insertedId}`)).body;
    await office.call('POST', '/enrolments', { classid, learnerid: learners[1]._id, pay: 'cash' });
    const before = (await mailsOf(school)).filter(({ kind }) => kind === 'class-called-off').length;
    expect((await call()).body).toMatchObject({ places: 1, families: 0, sums: { byhand: PRICE } });
    await work();
    const mails = (await mailsOf(school)).filter(({ kind }) => kind === 'class-called-off');
    // The teacher's alone.
    expect(mails.length).toBeLessThanOrEqual(before + 1);
    expect((await office.call('GET', `/families/${insertedId}`)).body).toMatchObject({ owedback: PRICE });
    await ensureBooksAgree();
  });

  test('of which one place was paid together with others: these stand', async () => {
    const { places, parent } = await payTogether(school, [6000, 4500], { names: ['Called off', 'Stands'] });
    const [gone, stands] = places.map(({ enrolment }) => enrolment) as [string, string];
    const of = { id: places[0]?.classid };
    const answer = await call({}, of);
    expect(answer.body.sums).toEqual({ card: 60, byhand: 0, struck: 0 });
    await work();
    expect((await orderOf(gone)).state).toBe('refunded');
    expect((await orderOf(stands)).state).toBe('enrolled');
    expect((await refundsOf(gone)).map(({ amount }) => amount)).toEqual([6000]);
    expect(await calledOffMails(parent)).toHaveLength(1);
    await ensureBooksAgree();
  });

  test('with what is paid for lessons that are left', async () => {
    const card = await family('card');
    const cash = await family('cash');
    school.clock.now += 2 * DAY_MS;
    const foreseen = (await tryIt('lessons-left')).body;
    expect(foreseen).toMatchObject({ lessons: LESSONS - 2, sums: { card: 40, byhand: 40, struck: 0 } });
    expect((await call({ refund: 'lessons-left' })).body.sums).toEqual(foreseen.sums);
    school.clock.now += 2 * DAY_MS;
    await endPlaces();
    const [mail] = await calledOffMails(card.parent);
    expect(mail?.text).toContain('$20 stays with the school for lessons that took place');
    await work();
    expect(await orderOf(card.id)).toMatchObject({ state: 'refunded', earned: 2000 });
    expect(await orderOf(cash.id)).toMatchObject({ state: 'refund_due', earned: 2000 });
    expect((await refundsOf(card.id)).map(({ amount }) => amount)).toEqual([4000]);
    await ensureBooksAgree();
  });

  test('with nothing: places end, debts are struck, and nothing is owed back', async () => {
    const card = await family('card');
    const cash = await family('cash');
    const due = await family('due');
    expect((await call({ refund: 'none' })).body.sums).toEqual({ card: 0, byhand: 0, struck: PRICE });
    await endPlaces();
    const [mail] = await calledOffMails(card.parent);
    expect(mail?.text).toContain('Nothing is refunded.');
    await work();
    for (const { id } of [card, cash])
      expect(await orderOf(id)).toMatchObject({ state: 'refunded', earned: 6000, attention: null });
    expect((await orderOf(due.id)).state).toBe('expired');
    expect(await refundsOf(card.id)).toEqual([]);
    await ensureBooksAgree();
  });

  test('and it leaves the lists; its page is gone, with the reason, and deleting it finds nothing', async () => {
    await call();
    const { body: all } = await school.call('GET', '/classes/all');
    expect(all.some(({ _id }: { _id: string }) => _id === classid)).toBe(false);
    const { status, body } = await school.call('GET', `/class/${classid}`);
    expect({ status, code: body.code }).toEqual({ status: 410, code: 'class-called-off' });
    expect(body.detail).toContain(REASON);
    expect((await school.call('GET', `/class/similar/${classid}`)).body.calledoff).toEqual({
      classname: 'Cello',
      reason: REASON,
      calledoffat: new Date(school.clock.now).toISOString(),
    });
    expect(await admin.call('DELETE', `/delete/${classid}`)).toMatchObject({
      status: 404,
      body: { code: 'class-not-found' },
    });
    const lessons = school.db.selectFrom('lessons').selectAll().where('classid', '=', classid);
    for (const lesson of await lessons.execute())
      expect(lesson).toMatchObject({ state: 'cancelled', reason: REASON });
    const lines = (await admin.call('GET', '/changes?about=class')).body.items;
    expect(lines.find(({ subjectid }: { subjectid: string }) => subjectid === classid)).toMatchObject({
      action: 'called-off',
      note: REASON,
      actorname: admin.user.name,
    });
  });

  test('that visitors never saw: it is not found, and no reason is told', async () => {
    const { _id } = await school.addClass({ classname: 'Draft', status: 'pending' });
    expect((await call({}, { id: _id })).status).toBe(200);
    expect(await school.call('GET', `/class/${_id}`)).toMatchObject({ status: 404 });
    expect(await school.call('GET', `/class/similar/${_id}`)).toMatchObject({ status: 404 });
  });

  test('and the teacher hears it, and webhooks, and every admin what is to be given back by hand', async () => {
    const hook = { url: 'https://hook.test.example/x', events: ['cancelled', 'refunded'] };
    await admin.call('POST', '/webhooks', hook);
    const teacher = await school.signIn('instructor');
    await admin.call('PUT', `/class/teacher/${classid}`, { email: teacher.email });
    const card = await family('card');
    await family('cash');
    await call();
    const [mail, ...more] = await calledOffMails(teacher);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`Lessons that are cancelled: ${LESSONS}`);
    expect(mail?.text).toContain('Places that end: 2');
    const owed = (await mailsOf(school, admin.email)).filter(({ ref }) => ref === classid);
    expect(owed).toMatchObject([{ kind: 'payment-owed-back', subject: 'Refunds by hand: Cello' }]);
    expect(owed[0]?.text).toContain('$60');
    await work();
    const messages = school.db.selectFrom('webhookmessages').select(['event', 'ref', 'body']);
    const told = (await messages.execute()).filter(({ body }) => body.includes(classid));
    expect(told.map(({ event }) => event).sort()).toEqual(['cancelled', 'cancelled', 'refunded']);
    expect(told.some(({ ref }) => ref === card.id)).toBe(true);
  });
});

describe('who pays at the moment, or waits', () => {
  test('is not enrolled: the hold ends, and a payment that still arrives goes back', async () => {
    const late = await school.signIn('student');
    const opened = await start(late, classid, PRICE);
    expect((await call()).body).toMatchObject({ places: 0, families: 0 });
    expect(await start(late, classid, PRICE)).toMatchObject({
      status: 404,
      body: { code: 'class-not-found' },
    });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    await record(late, classid, id, PRICE);
    await work();
    const order = await school.db
      .selectFrom('orders')
      .selectAll()
      .where('userid', '=', late.user._id)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ state: 'refunded', earned: 0 });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 9, held: 0, taken: 0 });
    // The money is news to this family.
    expect(await kindsTo(late)).toContain('refunded');
    await ensureBooksAgree();
  });

  test('has the payment cancelled that is not made', async () => {
    const slow = await school.signIn('student');
    await start(slow, classid, PRICE);
    await call();
    await work();
    expect(await seatsOf(school.db, classid)).toEqual({ free: 9, held: 0, taken: 0 });
    const order = school.db.selectFrom('orders').select('state').where('userid', '=', slow.user._id);
    expect(await order.executeTakeFirst()).toEqual({ state: 'expired' });
  });

  testWithWaitlist('waits no more, and hears why, of their own children alone', async () => {
    const full = await addCourse('Full', 1);
    await family('card', full);
    const waiting = await school.signIn('student');
    const child = await addChildBy(waiting, { firstname: 'Dee', lastname: 'Ray' });
    const other = await school.signIn('student');
    await waiting.call('POST', '/waitlist', { classid: full, learnerid: child });
    await other.call('POST', '/waitlist', { classid: full });
    expect((await call({}, { id: full })).body).toMatchObject({ waiting: 2, places: 1 });
    const open = school.db.selectFrom('waitlist').select('state').where('classid', '=', full);
    expect(await open.execute()).toEqual([{ state: 'closed' }, { state: 'closed' }]);
    const [mail, ...more] = await calledOffMails(waiting);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('waiting list has ended');
    expect(mail?.text).toContain('Dee Ray');
    expect((await calledOffMails(other))[0]?.text).not.toContain('Dee Ray');
    await work();
    expect(await seatsOf(school.db, full)).toEqual({ free: 1, held: 0, taken: 0 });
  });
});

describe('it is done once', () => {
  test('the same key again is answered with what was done, another is refused', async () => {
    const { id } = await family('card');
    const both = await Promise.all([call({ key: 'same' }), call({ key: 'same' })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    await work();
    const again = await call({ key: 'same', refund: 'none', reason: 'Another' });
    expect(again).toMatchObject({ status: 200, body: both[0]?.body });
    expect(await call()).toMatchObject({ status: 409, body: { code: 'already-called-off' } });
    expect(await tryIt()).toMatchObject({ status: 409, body: { code: 'already-called-off' } });
    await work();
    expect(await refundsOf(id)).toHaveLength(1);
    const lines = school.db.selectFrom('changes').select('_id').where('action', '=', 'called-off');
    expect(await lines.where('subjectid', '=', classid).execute()).toHaveLength(1);
  });

  test('and of two admins at once one does it', async () => {
    await family('cash');
    const answers = await Promise.all([call({ refund: 'whole' }), call({ refund: 'none' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('by several processes at once, beside a family that cancels', async () => {
    const families = [await family('card'), await family('cash'), await family('card'), await family('due')];
    await call();
    await Promise.all([
      workCallOffs(school.payments),
      families[0]?.parent.call('POST', `/enrolments/${families[0].id}/cancel`),
      workCallOffs(school.payments),
      admin.call('POST', `/enrolments/${families[3]?.id}/cancel`),
    ]);
    await work();
    expect(await seatsOf(school.db, classid)).toEqual({ free: 9, held: 0, taken: 0 });
    for (const { id, parent } of families) {
      expect((await refundsOf(id)).length).toBeLessThanOrEqual(1);
      const told = (await kindsTo(parent)).filter((kind) => /^(cancelled|class-called-off)$/.test(kind));
      expect(told).toHaveLength(1);
    }
    await ensureBooksAgree();
  });

  test('while the card service is away: places end at once, and the money follows', async () => {
    const { id, parent } = await family('card');
    await call();
    await workCallOffs(school.payments);
    const away = async () => {
      throw new AppError('provider-unavailable');
    };
    const cards = { ...school.payments.cards, refund: away, listRefunds: away };
    await workPayments({ ...school.payments, cards });
    expect((await orderOf(id)).state).toBe('refund_due');
    expect((await calledOffInMonth()).open).toEqual({ card: PRICE, byhand: 0 });
    expect(await calledOffMails(parent)).toHaveLength(1);
    school.clock.now += 60 * 60_000;
    await work();
    expect((await orderOf(id)).state).toBe('refunded');
    expect(await refundsOf(id)).toHaveLength(1);
    expect(await calledOffMails(parent)).toHaveLength(1);
    await ensureBooksAgree();
  });
});

describe('by admins alone', () => {
  test('the office asks what it would do, and does not do it', async () => {
    expect(await tryIt('whole', { by: office })).toMatchObject({ status: 200 });
    expect(await call({}, { by: office })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await classOf()).calledoffat).toBeNull();
  });

  test('with a reason and a key, which a dry run does not need', async () => {
    expect(await tryIt('none', { reason: '' })).toMatchObject({ status: 200 });
    expect(await call({ reason: ' ' })).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    expect(await call({ key: '' })).toMatchObject({ status: 400 });
    expect(await call({}, { id: 'none' })).toMatchObject({ status: 404 });
  });

  test('a deleted class is not found', async () => {
    await admin.call('DELETE', `/delete/${classid}`);
    expect(await call()).toMatchObject({ status: 404, body: { code: 'class-not-found' } });
    expect(await tryIt()).toMatchObject({ status: 404, body: { code: 'class-not-found' } });
  });
});

test('a class that was paid for in another class is left alone', async () => {
  const kept = await addCourse('Kept');
  const person = await school.signIn('student');
  await enrol(school, person, kept, PRICE);
  await call();
  await work();
  expect(await seatsOf(school.db, kept)).toEqual({ free: 8, held: 0, taken: 1 });
});
