import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { lockSeats } from '#server/features/classes/index.ts';
import type { Payments } from '#server/features/orders/payments.ts';
import { readCalendar } from '#tests/support/calendars.ts';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, FEE, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { movePlace } from './move-place.ts';

let school: TestSchool;
let admin: Person;
let parent: Person;
let mia: string;
let leo: string;
let cello: string;
/** Mia's place in it. */
let place: string;

/** The lessons of the class: the first is a week from now. */
const DAYS = ['2026-09-08', '2026-09-15', '2026-09-22'];
const afterLesson = (day: string) => Date.parse(`${day}T18:00:00Z`);
const MOVED = { status: 200, body: { modifiedCount: 1 } };
const refused = (code: string, status = 409) => ({ status, body: { code } });

let begin: number;
beforeAll(async () => {
  school = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '9999' } });
  begin = school.clock.now;
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  school.clock.now = begin;
  await school.db.deleteFrom('lessons').execute();
  parent = await school.signIn('student');
  mia = await addChildBy(parent, { firstname: 'Mia', lastname: 'Sol', born: '2016-04-03' });
  leo = await addChildBy(parent, { firstname: 'Leo', lastname: 'Sol', born: '2019-05-04' });
  cello = await classOn(DAYS, { classname: 'Cello', availableseat: 2 });
  place = await pay(parent, cello, mia);
});
afterAll(() => school.close());

async function classOn(days: readonly string[], course: Parameters<TestSchool['addClass']>[0]) {
  const { _id: classid } = await school.addClass(course);
  for (const day of days) await addLesson(school.db, { classid, day });
  return classid;
}
async function pay(payer: Person, classid: string, learnerid: string, more: object = {}): Promise<string> {
  const intent = { classid, learnerid, price: FEE, ...more };
  const { body } = await payer.call('POST', '/create-payment-intent', intent);
  const { id } = await confirmCard(school, body.clientSecret);
  return (await record(payer, classid, id)).body.result.insertedId;
}
const move = (person: Person, learnerid: string, more: object = {}, id = place) =>
  person.call('PUT', `/enrolments/${id}/learner`, { learnerid, ...more });
const leave = ({ user }: Person) =>
  eraseAccount(school.db, school.erasing, { uid: user.uid ?? '', now: school.clock.now });
/** What the operator's check finds wrong. */
async function contradictions() {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  return findings.filter(({ state }) => state === 'wrong');
}
const learnerOf = async (id = place) => {
  const [order, enrolment] = await Promise.all([
    school.db.selectFrom('orders').select('learnerid').where('_id', '=', id).executeTakeFirst(),
    school.db.selectFrom('enrolments').select('learnerid').where('_id', '=', id).executeTakeFirst(),
  ]);
  expect(enrolment?.learnerid).toBe(order?.learnerid);
  return order?.learnerid;
};
const enrolledOf = async (person: Person) =>
  (await person.call('GET', `/enrolledclasses/${person.email}`)).body as {
    _id: string;
    learnername: string;
    movable: boolean;
  }[];
/**
 * Does `then` while `first` is not committed yet, and `last` before it is: on PostgreSQL it waits for a row,
 * on SQLite for all of it.
 */
async function beside<T>(
  first: (tx: Db) => Promise<unknown>,
  then: () => Promise<T>,
  last: (tx: Db) => Promise<unknown> = async () => {},
): Promise<T> {
  const [written, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = school.db.transaction().execute(async (tx) => {
    await first(tx);
    written.resolve();
    await seen.promise;
    await last(tx);
  });
  await written.promise;
  const answer = then();
  await someoneWaits(answer);
  seen.resolve();
  await writing;
  return answer;
}
/** Until a statement waits for a lock, or what should have waited is over. */
async function someoneWaits(call: Promise<unknown>) {
  if (inject('dialect') === 'sqlite') return;
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  call.then(over, over);
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => isOver || (await waiting.execute(school.db)).rows.length > 0).toBe(true);
}
const movesToldTo = async ({ email }: Person) =>
  (await mailsOf(school, email)).filter(({ kind }) => kind === 'place-moved');
const weekOf = async (person: Person, from: string) =>
  (await person.call('GET', `/week?from=${from}`)).body.map(
    ({ day, learners }: { day: string; learners: { learnername: string }[] }) =>
      `${day} ${learners.map(({ learnername }) => learnername).join()}`,
  );
const everything = async () => {
  const tables = ['orders', 'enrolments', 'selections', 'waitlist', 'changes', 'mails', 'ledger'] as const;
  const rows = await Promise.all(tables.map((table) => school.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
};

describe('a place that was taken for the wrong one', () => {
  test('is the other child’s wherever it shows, and of the money and the places of the class nothing moves', async () => {
    await parent.call('POST', '/select/class/', { classid: cello, email: parent.email, learnerid: leo });
    const receipt = (await parent.call('GET', `/receipts/${place}`)).body;
    const [before] = await enrolledOf(parent);
    const ledger = () => school.db.selectFrom('ledger').selectAll().orderBy('_id').execute();
    const [seats, moved] = [await seatsOf(school.db, cello), await ledger()];
    expect(await move(parent, leo, { was: mia })).toMatchObject(MOVED);
    expect(await learnerOf()).toBe(leo);
    expect(await enrolledOf(parent)).toEqual([{ ...before, learnerid: leo, learnername: 'Leo Sol' }]);
    expect((await parent.call('GET', `/receipts/${place}`)).body).toEqual({
      ...receipt,
      learnerid: leo,
      learnername: 'Leo Sol',
    });
    expect([await seatsOf(school.db, cello), await ledger()]).toEqual([seats, moved]);
    const roster = (await admin.call('GET', `/rosters/${cello}`)).body.students;
    expect(roster).toMatchObject([{ name: 'Leo Sol' }]);
    const standings = (await parent.call('GET', `/standings/${parent.email}`)).body;
    expect(standings).toEqual([{ classid: cello, learnerid: leo, standing: 'enrolled' }]);
    expect(await contradictions()).toEqual([]);
    // Mia can have a place of her own, and may give Leo's back.
    expect((await parent.call('POST', `/enrolments/${place}/cancel`)).body.state).toMatch(/^refund/);
    expect((await pay(parent, cello, mia)).length).toBeGreaterThan(0);
  });

  test('is told to who paid and who looks after one of the two, each by the names that are theirs to know', async () => {
    const [aunt, uncle] = [await school.signIn('student'), await school.signIn('student')];
    const rights = { getsmail: true };
    await letGuard(school, { parent, guardian: aunt, learnerid: mia, rights });
    await letGuard(school, { parent, guardian: uncle, learnerid: leo, rights });
    await move(parent, leo);
    const [toParent, ...more] = await movesToldTo(parent);
    expect(more).toEqual([]);
    expect(toParent?.subject).toBe('A place in Cello was moved');
    for (const words of ['Mia Sol: until now', 'Leo Sol: from now on', `/student/receipt/${place}`])
      expect(toParent?.text).toContain(words);
    const [toAunt] = await movesToldTo(aunt);
    expect(toAunt?.text).toContain('Mia Sol: until now');
    expect(toAunt?.text).not.toMatch(/Leo|receipt/);
    const [toUncle] = await movesToldTo(uncle);
    expect(toUncle?.text).toContain('Leo Sol: from now on');
    expect(toUncle?.text).not.toMatch(/Mia|receipt/);
  });

  test('is in the log with who moved it, and a webhook is told by ids', async () => {
    const { body: webhook } = await admin.call('POST', '/webhooks', {
      url: 'https://office.example/',
      events: ['moved'],
    });
    // As one that was added before 0.3.0, which is told the sum as well.
    await school.db.updateTable('webhooks').set({ version: 0 }).execute();
    await move(parent, leo);
    const lines = (await admin.call('GET', '/changes')).body.items as { subjectid: string }[];
    expect(lines.find(({ subjectid }) => subjectid === place)).toMatchObject({
      action: 'place-moved',
      subjectname: 'Cello',
      actorname: parent.user.name,
      before: 'Mia Sol',
      learnername: 'Leo Sol',
      familyid: parent.user._id,
    });
    const { items } = (await admin.call('GET', `/webhooks/messages?webhook=${webhook._id}`)).body;
    expect(items.map(({ body }: { body: string }) => JSON.parse(body))).toMatchObject([
      { type: 'moved', data: { enrolmentid: place, learnerid: leo, previouslearnerid: mia, amount: FEE } },
    ]);
    await admin.call('DELETE', `/webhooks/${webhook._id}`);
  });

  test('asked for twice moves once, and back again is a move of its own', async () => {
    await move(parent, leo);
    expect(await move(parent, leo)).toMatchObject(MOVED);
    expect(await movesToldTo(parent)).toHaveLength(1);
    expect(await move(parent, mia)).toMatchObject(MOVED);
    expect([await learnerOf(), (await movesToldTo(parent)).length]).toEqual([mia, 2]);
  });

  test('leaves the one free to be selected for the class again, and what was selected for the other is enrolled in', async () => {
    const harp = await classOn([], { classname: 'Harp', availableseat: 5 });
    const select = (learnerid: string) =>
      parent.call('POST', '/select/class/', { classid: harp, email: parent.email, learnerid });
    for (const learnerid of [mia, leo]) await select(learnerid);
    await move(parent, leo, {}, await pay(parent, harp, mia));
    const selected = school.db.selectFrom('selections').select(['learnerid', 'enrolled']);
    expect(await selected.where('classid', '=', harp).execute()).toEqual([{ learnerid: leo, enrolled: 1 }]);
    expect((await select(mia)).body).toHaveProperty('insertedId');
    expect((await select(leo)).body).toEqual({ message: 'exist' });
  });

  test('can be the account’s own, and a child’s from there', async () => {
    const own = await pay(parent, await classOn(DAYS, { classname: 'Choir' }), parent.learnerid);
    expect(await move(parent, leo, {}, own)).toMatchObject(MOVED);
    expect(await learnerOf(own)).toBe(leo);
    expect(await move(parent, parent.learnerid)).toMatchObject(MOVED);
    expect(await learnerOf()).toBe(parent.learnerid);
  });
});

describe('the lessons of a place that was moved', () => {
  test('end for the one and begin for the other in that moment: in the week, the next lesson, the calendar and on the roster', async () => {
    const { url } = (await parent.call('POST', '/account/calendar')).body;
    const days = async () => {
      const { pathname } = new URL(url);
      const { payload } = await school.app.inject({ method: 'GET', url: pathname });
      return readCalendar(payload).events.map(({ uid }) => uid).length;
    };
    school.clock.now = afterLesson('2026-09-08');
    expect(await weekOf(parent, '2026-09-07')).toEqual(['2026-09-08 Mia Sol']);
    expect(await days()).toBe(3);
    expect(await move(admin, leo)).toMatchObject(MOVED);
    expect(await weekOf(parent, '2026-09-07')).toEqual([]);
    expect(await weekOf(parent, '2026-09-14')).toEqual(['2026-09-15 Leo Sol']);
    const next = (await parent.call('GET', '/week/next')).body;
    expect(next).toMatchObject([{ day: '2026-09-15', learners: [{ learnerid: leo }] }]);
    expect(await days()).toBe(2);
    const { students } = (await admin.call('GET', `/rosters/${cello}`)).body;
    expect(students).toMatchObject([{ name: 'Leo Sol', date: new Date(school.clock.now).toISOString() }]);
    // What was agreed for cancelling counts from the payment.
    expect(await enrolledOf(parent)).toMatchObject([{ date: new Date(begin).toISOString() }]);
  });

  test('are reminded of as who has it then wants to be', async () => {
    const silence = (learnerid: string) =>
      school.db.updateTable('learners').set({ reminds: 0 }).where('_id', '=', learnerid).execute();
    const harp = await classOn(DAYS, { classname: 'Harp' });
    const other = await school.signIn('student');
    const [ida, kai] = [await addChildBy(other, { firstname: 'Ida' }), await addChildBy(other)];
    const theirs = await pay(other, harp, ida);
    await silence(mia);
    await silence(kai);
    await move(parent, leo);
    await move(other, kai, {}, theirs);
    school.clock.now = Date.parse('2026-09-07T18:30:00Z');
    await school.work();
    const reminded = school.db.selectFrom('mails').select('recipient').where('kind', '=', 'lessons-tomorrow');
    expect(await reminded.execute()).toEqual([{ recipient: parent.email }]);
  });

  test('may begin before a family moves it, and then the office alone does', async () => {
    expect(await enrolledOf(parent)).toMatchObject([{ movable: true }]);
    school.clock.now = Date.parse('2026-09-08T15:59:59Z');
    expect(await move(parent, leo)).toMatchObject(MOVED);
    school.clock.now = Date.parse('2026-09-08T16:00:00Z');
    expect(await enrolledOf(parent)).toMatchObject([{ movable: false }]);
    expect(await move(parent, mia)).toMatchObject(refused('move-too-late'));
    expect(await learnerOf()).toBe(leo);
    expect(await move(admin, mia)).toMatchObject(MOVED);
  });

  test('that were cancelled have not begun', async () => {
    await school.db.updateTable('lessons').set({ state: 'cancelled', cancelledat: 0 }).execute();
    school.clock.now = afterLesson('2026-09-22');
    expect(await move(parent, leo)).toMatchObject(MOVED);
  });
});

describe('who takes a place by a move is held to what enrolling asks', () => {
  test('the ages of the class; the office may know better, a family may not', async () => {
    await school.db.updateTable('classes').set({ agefrom: 9, ageto: 12 }).where('_id', '=', cello).execute();
    const before = await everything();
    const answer = await move(parent, leo, { confirmage: true });
    expect(answer).toMatchObject(refused('age-outside'));
    expect(answer.body.detail).toContain('Leo Sol is 7');
    expect(await move(admin, leo)).toMatchObject(refused('age-outside'));
    expect(await everything()).toBe(before);
    const unborn = await addChildBy(parent, { firstname: 'Ida' });
    expect(await move(parent, unborn)).toMatchObject(refused('born-missing'));
    expect(await move(admin, leo, { confirmage: true })).toMatchObject(MOVED);
  });

  test('no two lessons at a time unless it is said; of the other nothing is left to clash with', async () => {
    const oboe = await classOn(DAYS, { classname: 'Oboe' });
    await pay(parent, oboe, leo);
    const answer = await move(parent, leo);
    expect(answer).toMatchObject(refused('learner-clash'));
    expect(answer.body.detail).toContain('Cello meets at the same time as Oboe');
    expect(await learnerOf()).toBe(mia);
    expect(await move(parent, leo, { confirmclash: true })).toMatchObject(MOVED);
    const known = await school.db.selectFrom('confirmedclashes').selectAll().execute();
    expect(known.filter(({ learnerid }) => learnerid === leo)).toHaveLength(1);
    expect((await pay(parent, oboe, mia)).length).toBeGreaterThan(0);
  });

  test('one place in a class: not who has one, nor for whom one is being paid', async () => {
    const other = await classOn([], { classname: 'Harp', availableseat: 5 });
    const first = await pay(parent, other, mia);
    await pay(parent, other, leo);
    const answer = await move(parent, leo, {}, first);
    expect(answer).toMatchObject(refused('already-enrolled'));
    expect(answer.body.detail).toBe('Leo Sol already has a place in this class.');
    await parent.call('POST', '/create-payment-intent', { classid: cello, learnerid: leo, price: FEE });
    expect(await move(parent, leo)).toMatchObject(refused('seat-held'));
    expect(await move(admin, leo)).toMatchObject(refused('seat-held'));
  });

  testWithWaitlist(
    'no waiting for the same class any longer; a place that was offered goes to the next',
    async () => {
      const [second, third] = [await school.signIn('student'), await school.signIn('student')];
      const { enrolment } = await enrol(school, second, cello);
      await parent.call('POST', '/waitlist', { classid: cello, learnerid: leo });
      school.clock.now += 1;
      await third.call('POST', '/waitlist', { classid: cello });
      const line = async () => {
        const rows = school.db
          .selectFrom('waitlist')
          .select(['learnerid', 'state'])
          .where('classid', '=', cello);
        return new Map((await rows.execute()).map(({ learnerid, state }) => [learnerid, state]));
      };
      await second.call('POST', `/enrolments/${enrolment}/cancel`);
      expect((await line()).get(leo)).toBe('offered');
      expect(await move(parent, leo)).toMatchObject(MOVED);
      expect((await line()).get(leo)).toBe('closed');
      expect((await line()).get(third.learnerid)).toBe('offered');
      expect(await seatsOf(school.db, cello)).toEqual({ free: 0, held: 1, taken: 1 });
      expect((await mailsOf(school, parent.email)).some(({ kind }) => kind === 'seat-offered')).toBe(false);
      expect((await parent.call('GET', `/waitlist/${parent.email}`)).body).toEqual([]);
    },
  );

  testWithWaitlist(
    'no offer any longer: where no one else waits the page shows the place as free',
    async () => {
      const second = await school.signIn('student');
      const { enrolment } = await enrol(school, second, cello);
      await parent.call('POST', '/waitlist', { classid: cello, learnerid: leo });
      await second.call('POST', `/enrolments/${enrolment}/cancel`);
      const free = async () => (await school.call('GET', `/class/${cello}`)).body.availableseat;
      expect(await free()).toBe(0);
      expect(await move(parent, leo)).toMatchObject(MOVED);
      expect(await free()).toBe(1);
    },
  );
});

describe('a place is moved by', () => {
  test('guardians who may choose and pay for both, and no one else', async () => {
    const guardian = await school.signIn('student');
    const let_ = (learnerid: string, rights: { mayenrol: boolean; maypay: boolean }) =>
      letGuard(school, { parent, guardian, learnerid, rights });
    expect(await move(guardian, leo)).toMatchObject(refused('enrolment-not-found', 404));
    await let_(mia, { mayenrol: true, maypay: true });
    expect(await move(guardian, leo)).toMatchObject(refused('learner-not-found', 404));
    for (const rights of [
      { mayenrol: true, maypay: false },
      { mayenrol: false, maypay: true },
    ]) {
      await let_(leo, rights);
      expect(await move(guardian, leo)).toMatchObject(refused('learner-not-found', 404));
    }
    await let_(leo, { mayenrol: true, maypay: true });
    for (const rights of [
      { mayenrol: true, maypay: false },
      { mayenrol: false, maypay: true },
    ]) {
      await let_(mia, rights);
      expect((await move(guardian, leo)).status).toBe(404);
    }
    expect(await learnerOf()).toBe(mia);
    await let_(mia, { mayenrol: true, maypay: true });
    expect(await move(guardian, leo)).toMatchObject(MOVED);
    // Who paid is told, by whichever account it was moved.
    expect(await movesToldTo(parent)).toHaveLength(1);
  });

  test('no one into another family, however much they may do for both; and not to a learner there is not', async () => {
    const guardian = await school.signIn('student');
    const rights = { mayenrol: true, maypay: true };
    await letGuard(school, { parent, guardian, learnerid: mia, rights });
    expect(await move(guardian, guardian.learnerid)).toMatchObject(refused('other-family'));
    expect(await move(admin, guardian.learnerid)).toMatchObject(refused('other-family'));
    expect(await move(parent, guardian.learnerid)).toMatchObject(refused('learner-not-found', 404));
    for (const person of [parent, admin])
      expect(await move(person, 'unknown')).toMatchObject(refused('learner-not-found', 404));
    expect(await learnerOf()).toBe(mia);
  });

  test('no one to a child whom its payer does not look after: the receipt would name that child to them', async () => {
    const father = await school.signIn('student');
    const rights = { mayenrol: true, maypay: true };
    await letGuard(school, { parent, guardian: father, learnerid: mia, rights });
    const paid = await pay(father, await classOn([], { classname: 'Drums' }), mia);
    for (const person of [parent, admin])
      expect(await move(person, leo, {}, paid)).toMatchObject(refused('other-payer'));
    await letGuard(school, { parent, guardian: father, learnerid: leo });
    expect(await move(parent, leo, {}, paid)).toMatchObject(MOVED);
    expect((await father.call('GET', `/receipts/${paid}`)).body.learnername).toBe('Leo Sol');
    expect((await movesToldTo(father))[0]?.text).toContain('Leo Sol');
  });

  test('the family or the office also after who paid has left', async () => {
    const father = await school.signIn('student');
    await letGuard(school, {
      parent,
      guardian: father,
      learnerid: mia,
      rights: { mayenrol: true, maypay: true },
    });
    const paid = await pay(father, await classOn([], { classname: 'Drums' }), mia);
    await leave(father);
    expect(await move(parent, leo, {}, paid)).toMatchObject(MOVED);
    expect(await learnerOf(paid)).toBe(leo);
  });

  test('no one once it has ended, or before it is paid', async () => {
    await parent.call('POST', `/enrolments/${place}/cancel`);
    for (const person of [parent, admin])
      expect(await move(person, leo)).toMatchObject(refused('enrolment-not-found', 404));
    for (const person of [parent, admin])
      expect(await move(person, mia)).toMatchObject(refused('enrolment-not-found', 404));
    await start(parent, cello);
    const held = school.db.selectFrom('orders').select('_id').where('learnerid', '=', parent.learnerid);
    const { _id } = await held.executeTakeFirstOrThrow();
    expect(await move(parent, leo, {}, _id)).toMatchObject(refused('enrolment-not-found', 404));
    expect(await move(admin, leo, {}, 'unknown')).toMatchObject(refused('enrolment-not-found', 404));
  });
});

describe('a move beside something else', () => {
  test('of two who move it at once the second is told, and nothing of the first is lost', async () => {
    const ida = await addChildBy(parent, { firstname: 'Ida' });
    const answers = await Promise.all([move(parent, leo, { was: mia }), move(admin, ida, { was: mia })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused('changed-meanwhile'));
    expect(await learnerOf()).toBe(answers[0]?.status === 200 ? leo : ida);
    expect(await movesToldTo(parent)).toHaveLength(1);
  });

  test('a cancellation comes before or after it, and money goes back once', async () => {
    const answers = await Promise.all([
      move(parent, leo),
      parent.call('POST', `/enrolments/${place}/cancel`),
    ]);
    expect(answers[1]?.status).toBe(200);
    expect([200, 404]).toContain(answers[0]?.status);
    const left = school.db.selectFrom('enrolments').select('_id').where('_id', '=', place);
    expect(await left.execute()).toEqual([]);
    expect(await seatsOf(school.db, cello)).toEqual({ free: 2, held: 0, taken: 0 });
    const { learnerid } = await school.db
      .selectFrom('orders')
      .select('learnerid')
      .where('_id', '=', place)
      .executeTakeFirstOrThrow();
    expect(learnerid).toBe(answers[0]?.status === 200 ? leo : mia);
    await school.work();
    const back = school.db.selectFrom('ledger').select('amount').where('kind', '=', 'refund');
    expect((await back.where('orderid', '=', place).execute()).length).toBe(1);
  });

  test('a child that is deleted in this moment takes no place with it', async () => {
    const answers = await Promise.all([move(parent, leo), parent.call('DELETE', `/learners/${leo}`)]);
    const isMoved = answers[0]?.status === 200;
    expect(answers[1]?.status).toBe(isMoved ? 409 : 200);
    expect(await learnerOf()).toBe(isMoved ? leo : mia);
  });

  test('an account that loses its children in this moment keeps its places as they are', async () => {
    const { _id } = parent.user;
    const answer = await beside(
      (tx) => lockUser(tx, _id),
      () => move(admin, leo),
      (tx) =>
        tx
          .updateTable('learners')
          .set({ userid: null })
          .where('userid', '=', _id)
          .where('self', '=', 0)
          .execute(),
    );
    const isSqlite = inject('dialect') === 'sqlite';
    expect(answer).toMatchObject(
      isSqlite ? refused('enrolment-not-found', 404) : refused('changed-meanwhile'),
    );
    expect(await learnerOf()).toBe(mia);
  });

  test('a learner who goes to another account in this moment takes the place along', async () => {
    const { _id: userid } = (await school.signIn('student')).user;
    // On SQLite all of it comes after, and the learner is of another family by then.
    const passOn = (tx: Db) => tx.updateTable('learners').set({ userid }).where('_id', '=', mia).execute();
    expect(await beside(passOn, () => move(admin, leo))).toMatchObject(
      refused(inject('dialect') === 'sqlite' ? 'other-family' : 'changed-meanwhile'),
    );
    expect(await learnerOf()).toBe(mia);
  });

  test.each(['the class', 'another class of the one who takes it'])(
    'a lesson that %s gets in this moment at a time that is taken is a clash',
    async (which) => {
      const oboe = await classOn([], { classname: 'Oboe' });
      await pay(parent, oboe, leo);
      const [day] = ['2026-10-06'];
      const [before, added] = which === 'the class' ? [oboe, cello] : [cello, oboe];
      await addLesson(school.db, { classid: before, day });
      const addLate = async (tx: Db) => {
        await lockSeats(tx, added);
        const learner = tx.updateTable('learners').set({ reminds: 1 }).where('_id', '=', leo);
        if (added === oboe) await learner.execute();
        await addLesson(tx, { classid: added, day });
      };
      expect(await beside(addLate, () => move(parent, leo))).toMatchObject(refused('learner-clash'));
      expect(await learnerOf()).toBe(mia);
    },
  );

  test('a process that dies within it leaves everything as it was', async () => {
    const before = await everything();
    const dying: Payments = {
      ...school.payments,
      checkpoint: (at) => {
        if (at === 'inside-move') throw new Error('killed');
      },
    };
    const caller = { ...parent.user, learnerid: parent.learnerid };
    await expect(movePlace(dying, { id: place, learnerid: leo, caller })).rejects.toThrow('killed');
    expect(await everything()).toBe(before);
    expect(await move(parent, leo)).toMatchObject(MOVED);
  });

  test('a payment that is recorded again still names the place', async () => {
    const { transactionId } = await school.db
      .selectFrom('enrolments')
      .select('transactionId')
      .where('_id', '=', place)
      .executeTakeFirstOrThrow();
    await move(parent, leo);
    expect((await record(parent, cello, transactionId)).body.result.insertedId).toBe(place);
  });
});

describe('a family that changes after a move', () => {
  test('merged before it and put apart again leaves the place where it went', async () => {
    const again = await addChildBy(parent, { firstname: 'Mia', lastname: 'Sol' });
    const { insertedId } = (await admin.call('POST', '/families/merge', { keep: again, drop: mia })).body;
    expect(await learnerOf()).toBe(again);
    expect(await move(parent, leo)).toMatchObject(MOVED);
    const { left } = (await admin.call('DELETE', `/families/merge/${insertedId}`)).body;
    expect(left).toContain('A place that has been cancelled or moved since stays as it is.');
    expect(await learnerOf()).toBe(leo);
    expect(await contradictions()).toEqual([]);
  });

  test('merged after it names the child that stays as the one who had the place, and the other one again once that is undone', async () => {
    await move(parent, leo);
    const again = await addChildBy(parent, { firstname: 'Amelia', lastname: 'Sol' });
    const previous = async () => {
      const line = school.db.selectFrom('changes').select('before').where('subjectid', '=', place);
      return (await line.where('action', '=', 'place-moved').execute()).map((one) => one.before);
    };
    const { insertedId } = (await admin.call('POST', '/families/merge', { keep: again, drop: mia })).body;
    expect(await previous()).toEqual([again]);
    expect((await admin.call('DELETE', `/families/merge/${insertedId}`)).status).toBe(200);
    expect(await previous()).toEqual([mia]);
  });

  test('deleted, its children end with the place as any other: the money goes back, and the log has no name left', async () => {
    // The log shows a page, the latest first.
    school.clock.now += 1000;
    await move(parent, leo);
    await leave(parent);
    expect(await school.db.selectFrom('enrolments').selectAll().where('_id', '=', place).execute()).toEqual(
      [],
    );
    const { items } = (await admin.call('GET', '/changes?about=payment')).body;
    const lines: { action: string; subjectid: string }[] = items;
    const [line] = lines.filter(({ action, subjectid }) => action === 'place-moved' && subjectid === place);
    expect(line).toMatchObject({ before: null, learnername: null, actorname: 'Former member' });
    expect((await seatsOf(school.db, cello)).taken).toBe(0);
  });

  test('exports the place as that of who has it', async () => {
    await move(parent, leo);
    const { enrolments } = (await parent.call('GET', '/account/data')).body;
    expect(enrolments).toMatchObject([{ classname: 'Cello', learnername: 'Leo Sol', price: FEE }]);
  });
});
