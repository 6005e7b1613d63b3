import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { formerEmail } from '#contract/former.ts';
import type { ReconciliationLine } from '#contract/reconciliation/calls.ts';
import type { Roster } from '#contract/rosters/calls.ts';
import { recordPayment } from '#server/features/payments/settling/record-payment.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { describeErasure } from './erase-account.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'Practice!1';
let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());
beforeEach(() => {
  school.clock.now += 24 * HOUR_MS;
});

let count = 0;
/** Somebody with an account at the identity service, signed in with it a moment ago. */
async function register(role: 'student' | 'instructor' = 'student') {
  const email = `leaver-${++count}@test.example`;
  const proof = async (call: string) => {
    const { body } = await identity(call, { email, password: PASSWORD, returnSecureToken: true });
    return String(body.idToken);
  };
  await school.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { authorization: `Bearer ${await proof('signUp')}` },
    payload: { email, name: 'Nora Leaver' },
  });
  const user = await school.db
    .updateTable('users')
    .set({ role })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirstOrThrow();
  const person = await school.signInAs({ ...user, uid: user.uid ?? '' });
  const erase = async () => {
    const answer = await school.app.inject({
      method: 'DELETE',
      url: '/api/account',
      headers: { authorization: `Bearer ${await proof('signInWithPassword')}` },
    });
    await letLeave(school);
    return { status: answer.statusCode, body: answer.json() };
  };
  return { ...person, erase };
}

async function identity(call: string, payload: object) {
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${school.config.identity.apiKey}`;
  const answer = await school.app.inject({ method: 'POST', url, payload });
  return { status: answer.statusCode, body: answer.json() };
}

async function work() {
  while ((await school.work()) > 0);
}

const preview = async (person: Person) => (await person.call('GET', '/account/erasure')).body;
const roster = async (classid: string): Promise<Roster['students']> =>
  (await admin.call('GET', `/rosters/${classid}`)).body.students;
const ordersOf = (intentid: string) =>
  school.db.selectFrom('orders').selectAll().where('intentid', '=', intentid).executeTakeFirstOrThrow();

/** Every text that the school keeps, to see that nothing names who has left. */
async function everything(): Promise<string> {
  const { db } = school;
  const tables = [
    'users',
    'learners',
    'signins',
    'classes',
    'changes',
    'selections',
    'orders',
    'enrolments',
  ] as const;
  const more = ['waitlist', 'mails', 'ledger', 'guardians', 'claims'] as const;
  const rows = [];
  for (const table of [...tables, ...more]) rows.push(await db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

describe('a student', () => {
  test('gives up what is named before: the late seat stays paid, the fresh one comes free and its money back', async () => {
    const student = await register();
    const late = await school.addClass({ classname: 'Late Oboe', availableseat: 3 });
    const fresh = await school.addClass({ classname: 'Fresh Oboe', availableseat: 1 });
    const waited = await school.addClass({ classname: 'Full Oboe', availableseat: 0 });
    const kept = await enrol(school, student, late._id);
    school.clock.now += 72 * HOUR_MS;
    const returned = await enrol(school, student, fresh._id);
    const next = await school.signIn('student');
    await next.call('POST', '/waitlist', { classid: fresh._id });
    await student.call('POST', '/waitlist', { classid: waited._id });
    await student.call('POST', '/select/class/', { classid: late._id, email: student.email });

    const whose = { learnerid: expect.any(String), learnername: 'Nora Leaver' };
    expect(await preview(student)).toEqual({
      refunds: [{ ...whose, classname: 'Fresh Oboe', price: 60, currency: 'usd' }],
      forfeits: [{ ...whose, classname: 'Late Oboe', price: 60, currency: 'usd' }],
      waitlist: ['Full Oboe'],
      teaches: [],
      onlyadmin: false,
    });
    expect(await student.erase()).toEqual({ status: 200, body: { deletedCount: 1 } });
    await work();

    expect((await student.call('GET', '/account/data')).status).toBe(401);
    expect(await everything()).not.toContain(student.email);
    expect(await everything()).not.toContain('Nora Leaver');
    const [former, ...others] = await roster(late._id);
    expect(former).toMatchObject({ name: 'Former student' });
    expect(others).toEqual([]);
    expect(await seatsOf(school.db, late._id)).toEqual({ free: 2, held: 0, taken: 1 });
    // The freed seat is offered to the student who waited for it.
    expect(await seatsOf(school.db, fresh._id)).toEqual({ free: 0, held: 1, taken: 0 });
    expect(await ordersOf(returned.transactionId)).toMatchObject({ state: 'refunded' });
    expect(await ordersOf(kept.transactionId)).toMatchObject({ state: 'enrolled' });
    const file = await school.app.inject({
      url: `/api/rosters/${late._id}/csv`,
      headers: { authorization: `Bearer ${await school.tokens.issue(admin.claims)}` },
    });
    expect(file.body).toContain('Late Oboe,Former student,,');
    const receipt = await admin.call('GET', `/receipts/${kept.enrolment}`);
    expect(receipt.body).toMatchObject({ name: 'Former student', email: '' });
    const { body: money } = await admin.call('GET', '/money');
    const line = money.lines.find(({ enrolmentid }: ReconciliationLine) => enrolmentid === kept.enrolment);
    expect(line).toMatchObject({ email: 'Former student', verdict: 'matched' });
    // The one who was offered the seat has it still; after that the books agree.
    const [{ _id: place }] = (await next.call('GET', `/waitlist/${next.email}`)).body;
    await next.call('DELETE', `/waitlist/${place}`);
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });

  test('can leave in the middle of a payment: the seat is free at once, and nothing can be charged any more', async () => {
    const student = await register();
    const { _id } = await school.addClass({ availableseat: 1 });
    const { body } = await start(student, _id);
    expect((await student.erase()).status).toBe(200);
    expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
    await work();
    const { status, id } = await confirmCard(school, body.clientSecret);
    expect(status).toBe(400);
    expect(await ordersOf(id)).toMatchObject({ state: 'expired' });
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });

  test('who has paid in the very moment of leaving gets the money back and takes no seat', async () => {
    const student = await register();
    const { _id } = await school.addClass({ availableseat: 1 });
    const { body } = await start(student, _id);
    const { id } = await confirmCard(school, body.clientSecret);
    expect((await student.erase()).status).toBe(200);
    await work();
    expect(await ordersOf(id)).toMatchObject({ state: 'refunded' });
    expect(await roster(_id)).toEqual([]);
    expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });

  test('who deletes the account while a payment is being recorded gets the money back and takes no seat', async () => {
    const student = await register();
    const { _id: classid } = await school.addClass({ availableseat: 1 });
    const { body } = await start(student, classid);
    const { id: transactionId } = await confirmCard(school, body.clientSecret);
    const { cards } = school.payments;
    const readIntent = async (id: string) => {
      await student.erase();
      return cards.readIntent(id);
    };
    const payments = {
      ...school.payments,
      cards: Object.assign(Object.create(cards), cards, { readIntent }),
    };
    const { _id: userid } = student.user;
    await expect(
      recordPayment(payments, { userid, classid, transactionId, price: 6000 }),
    ).rejects.toMatchObject({
      code: 'payment-returned',
    });
    await work();
    expect(await ordersOf(transactionId)).toMatchObject({ state: 'refunded' });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });

  test('somebody who pays for an offered seat while leaving passes it on', async () => {
    const holder = await school.signIn('student');
    const student = await register();
    const next = await school.signIn('student');
    const { _id } = await school.addClass({ availableseat: 1 });
    const { enrolment } = await enrol(school, holder, _id);
    for (const one of [student, next]) await one.call('POST', '/waitlist', { classid: _id });
    await holder.call('POST', `/enrolments/${enrolment}/cancel`);
    await start(student, _id);
    expect((await student.erase()).status).toBe(200);
    const [line] = (await next.call('GET', `/waitlist/${next.email}`)).body;
    expect(line).toMatchObject({ state: 'offered' });
    await work();
    expect(await seatsOf(school.db, _id)).toEqual({ free: 0, held: 1, taken: 0 });
    await next.call('DELETE', `/waitlist/${line._id}`);
  });

  test('leaves twice at once as one', async () => {
    const student = await register();
    const { _id } = await school.addClass({ availableseat: 1 });
    await enrol(school, student, _id);
    const answers = await Promise.all([student.erase(), student.erase()]);
    // The second is refused where the first has ended its sign-in already.
    expect(answers.map(({ status }) => status).filter((status) => status !== 401)).toContain(200);
    await work();
    expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });
});

describe('an instructor', () => {
  test('can leave at once: classes stay with their students, off the list, until an admin hands them over', async () => {
    const teacher = await register('instructor');
    const heir = await school.signIn('instructor');
    const mine = { instructorname: 'Nora Leaver', instructoremail: teacher.email };
    const taught = await school.addClass({ ...mine, classname: 'Bassoon', availableseat: 2 });
    const draft = await school.addClass({ ...mine, classname: 'A draft', status: 'pending' });
    const student = await school.signIn('student');
    const payer = await school.signIn('student');
    await enrol(school, student, taught._id);
    const { body: paying } = await start(payer, taught._id);
    expect((await preview(teacher)).teaches).toEqual([{ classname: 'Bassoon', enrolledstudents: 1 }]);

    expect((await teacher.erase()).status).toBe(200);
    await work();
    expect(await everything()).not.toContain(teacher.email);
    expect(await everything()).not.toContain('Nora Leaver');
    // A student who was paying is not charged for a class that nobody teaches.
    expect((await confirmCard(school, paying.clientSecret)).status).toBe(400);
    const { body: listed } = await school.call('GET', '/classes/all');
    expect(listed.some(({ _id }: { _id: string }) => _id === taught._id)).toBe(false);
    const { body: own } = await student.call('GET', `/enrolledclasses/${student.email}`);
    expect(own[0].result[0]).toMatchObject({ classname: 'Bassoon', instructorname: 'Former teacher' });
    expect((await admin.call('GET', `/class/${draft._id}`)).status).toBe(404);

    const approve = () => admin.call('PUT', `/class/approved/${taught._id}`);
    expect((await approve()).body.code).toBe('class-without-teacher');
    const handOver = (email: string) => admin.call('PUT', `/class/teacher/${taught._id}`, { email });
    expect((await handOver(student.email)).body.code).toBe('not-an-instructor');
    expect((await handOver('nobody@test.example')).body.code).toBe('not-an-instructor');
    school.clock.now += 1000;
    expect((await handOver(heir.email)).body).toMatchObject({
      instructorname: heir.user.name,
      instructoremail: heir.email,
    });
    school.clock.now += 1000;
    expect((await approve()).body.status).toBe('approved');
    expect((await heir.call('GET', `/rosters/${taught._id}`)).body.students).toHaveLength(1);
    const { body: history } = await admin.call('GET', `/class/history/${taught._id}`);
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'approved',
      'teacher',
      'teacher',
    ]);
    expect(history[1]).toMatchObject({ actorname: admin.user.name, after: heir.email });
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });

  test('of many classes is told what leaving them means in as many statements as one of one', async () => {
    const teacher = await register('instructor');
    let count = 0;
    const db = school.db.withPlugin({
      transformQuery: ({ node }) => {
        count++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const counted: number[] = [];
    for (const more of [1, 20]) {
      for (let at = 0; at < more; at++) await school.addClass({ instructoremail: teacher.email });
      count = 0;
      const user = { ...teacher.user, learnerid: teacher.learnerid };
      const { teaches } = await describeErasure(db, school.erasing, user, school.clock.now);
      expect(teaches.length).toBeGreaterThanOrEqual(more);
      counted.push(count);
    }
    expect(counted[1]).toBe(counted[0]);
    const { body } = await teacher.call('GET', '/account/erasure');
    expect(body.teaches).toHaveLength(21);
  });

  test('keeps nothing of a class that was handed over', async () => {
    const teacher = await register('instructor');
    const heir = await school.signIn('instructor');
    const { _id } = await school.addClass({ instructoremail: teacher.email });
    await admin.call('PUT', `/class/teacher/${_id}`, { email: heir.email });
    expect((await teacher.call('GET', `/rosters/${_id}`)).status).toBe(403);
    expect((await teacher.call('PUT', `/class/update/${_id}`, { classname: 'Mine' })).status).toBe(403);
    expect((await teacher.erase()).status).toBe(200);
    expect((await school.call('GET', `/class/${_id}`)).body.instructoremail).toBe(heir.email);
    // The log says to whom it went, and of whom it was only that somebody had it.
    expect(await everything()).not.toContain(teacher.email);
  });

  test('cannot be left with a class that is handed over in the moment of leaving', async () => {
    const teacher = await register('instructor');
    const { _id } = await school.addClass({ classname: 'Race', availableseat: 2 });
    await enrol(school, await school.signIn('student'), _id);
    await Promise.all([
      admin.call('PUT', `/class/teacher/${_id}`, { email: teacher.email }),
      teacher.erase(),
    ]);
    expect(await everything()).not.toContain(teacher.email);
  });

  test('keeps no class from whom it was handed over to in the moment of leaving', async () => {
    const [teacher, heir] = [await register('instructor'), await school.signIn('instructor')];
    const { _id } = await school.addClass({ classname: 'Heirloom', instructoremail: teacher.email });
    const [changed, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const handing = school.db.transaction().execute(async (tx) => {
      const change = { instructorid: heir.user._id };
      await tx.updateTable('classes').set(change).where('_id', '=', _id).execute();
      changed.resolve();
      await read.promise;
    });
    await changed.promise;
    const leaving = teacher.erase();
    // On PostgreSQL the class is read as it was, and its row is waited for; on SQLite all of it waits.
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if (inject('dialect') === 'postgres')
      await expect.poll(async () => (await waiting.execute(school.db)).rows.length).toBe(1);
    read.resolve();
    await handing;
    expect((await leaving).status).toBe(200);
    const { body } = await school.call('GET', `/class/${_id}`);
    expect(body).toMatchObject({ instructoremail: heir.email, status: 'approved' });
  });
});

test('nobody comes in under the address that stands for somebody who has left', async () => {
  const student = await register();
  const { _id } = await school.addClass();
  const { transactionId } = await enrol(school, student, _id);
  school.clock.now += 72 * HOUR_MS;
  await student.erase();
  const email = formerEmail((await ordersOf(transactionId)).learnerid);
  const { body } = await identity('signUp', { email, password: PASSWORD, returnSecureToken: true });
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { authorization: `Bearer ${body.idToken}` },
    payload: { email },
  });
  expect(answer.statusCode).toBe(403);
});

test('someone who has left finds nothing of before when they come again', async () => {
  const student = await register();
  const { _id } = await school.addClass();
  const first = await start(student, _id);
  await record(student, _id, (await confirmCard(school, first.body.clientSecret)).id);
  await student.erase();
  school.clock.now += HOUR_MS;
  const credentials = { email: student.email, password: PASSWORD, returnSecureToken: true };
  const { body } = await identity('signUp', credentials);
  const again = await school.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { authorization: `Bearer ${body.idToken}` },
    payload: { email: student.email },
  });
  expect(again.json().data).toMatchObject({ role: 'student', name: 'No name yet' });
});

test('what has not been sent yet to who leaves never is, nor that the place has ended', async () => {
  const student = await register();
  const { _id } = await school.addClass({ classname: 'Oboe' });
  await enrol(school, student, _id);
  expect(await mailsOf(school, student.email)).toMatchObject([{ kind: 'enrolled' }]);
  await student.erase();
  await work();
  expect(await mailsOf(school, student.email)).toEqual([]);
  expect(JSON.stringify(await mailsOf(school))).not.toContain(student.email);
});

test('what was written to an address that who leaves had before goes too, and nothing of anybody else', async () => {
  const [student, other] = [await register(), await register()];
  const { _id } = await school.addClass({ classname: 'Oboe' });
  for (const person of [student, other]) await enrol(school, person, _id);
  const recipient = 'before@test.example';
  await school.db.updateTable('mails').set({ recipient }).where('recipient', '=', student.email).execute();
  expect(await mailsOf(school, recipient)).toHaveLength(1);
  await student.erase();
  expect(await mailsOf(school, recipient)).toEqual([]);
  expect(await mailsOf(school, other.email)).toHaveLength(1);
});

test('an admin who is told of a refund that failed reads of a former student, not of an address that leads nowhere', async () => {
  const student = await register();
  const { _id } = await school.addClass({ classname: 'Oboe' });
  const first = await start(student, _id);
  const { id } = await confirmCard(school, first.body.clientSecret, 'pm_card_refundFail');
  await record(student, _id, id);
  await student.erase();
  // The money goes out, and the bank refuses it later; the mail is not sent yet.
  const jobs = school.features.flatMap((feature) => feature.jobs ?? []);
  for (let hour = 0; hour < 3; hour++, school.clock.now += HOUR_MS) for (const job of jobs) await job.run();
  const told = (await mailsOf(school)).find(({ kind }) => kind === 'payment-refund-failed');
  expect(told?.text).toContain('a former student');
  expect(told?.text).not.toContain('deleted.invalid');
});

test('a student is told how each place was paid that was not by card', async () => {
  const student = await register();
  // The office gives nothing to an unconfirmed address.
  await school.db.updateTable('users').set({ emailverified: 1 }).execute();
  const pays = ['cash', 'due'] as const;
  for (const pay of pays) {
    const { _id: classid } = await school.addClass({ classname: pay });
    await admin.call('POST', '/enrolments', { classid, learnerid: student.learnerid, pay });
  }
  await enrol(school, student, (await school.addClass({ classname: 'card' }))._id);
  const { refunds } = await preview(student);
  const ways = refunds.map(({ classname, paidby }: Record<string, string>) => [classname, paidby]);
  expect(ways.sort()).toEqual([['card', undefined], ...pays.map((pay) => [pay, pay])].sort());
});
