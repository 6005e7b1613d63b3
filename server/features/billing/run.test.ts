import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StatementLine } from '#contract/statement/calls.ts';
import { issueOpenIn } from '#server/features/invoices/index.ts';
import { addChildBy, NO_RIGHTS, tokenFor } from '#tests/support/families.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { workRuns } from './run.ts';

/* A class on Tuesdays, 12.00 a lesson, in September and October; it is the first of September, before a lesson. */

const SEPTEMBER = ['2026-09-08', '2026-09-15', '2026-09-22', '2026-09-29'];
const OCTOBER = ['2026-10-06', '2026-10-13', '2026-10-20'];
const OF_OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const DAY_MS = 24 * 60 * 60_000;

let school: TestSchool;
let admin: Person;
let parent: Person;
let ada: string;
let classid: string;
let begin: number;
let lessons: Map<string, string>;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  begin = school.clock.now;
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  school.clock.now = begin;
  for (const table of ['chargelessons', 'billingruns', 'lessons'] as const)
    await school.db.deleteFrom(table).execute();
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
  parent = await school.signIn('student');
  ada = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  classid = await addClass('month');
});
afterAll(() => school.close({ typed: ['The teacher is ill'] }));

async function addClass(billing: 'once' | 'month' | 'term', days = [...SEPTEMBER, ...OCTOBER]) {
  const { _id } = await school.addClass({ classname: 'Cello', price: 1200, billing });
  lessons = new Map();
  for (const day of days) lessons.set(day, (await addLesson(school.db, { classid: _id, day }))._id);
  school.changed(['classes', 'timetable']);
  return _id;
}

async function pay(price: number, learnerid = ada, of = classid) {
  const { status, body } = await parent.call('POST', '/create-payment-intent', {
    price,
    classid: of,
    learnerid,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { id } = await confirmCard(school, body.clientSecret);
  return (await record(parent, of, id, price)).body.result.insertedId as string;
}
const give = async (pay: string, more = {}) =>
  (await admin.call('POST', '/enrolments', { classid, learnerid: ada, pay, ...more })).body;
const plan = async (period: object = OF_OCTOBER, more: object = {}) => {
  const { status, body } = await admin.call('POST', '/billing?dry=1', { period, ...more });
  expect(status).toBe(200);
  return body.rows as Record<string, unknown>[];
};
async function bill(period: object = OF_OCTOBER, more: object = {}) {
  school.clock.now += 1;
  const { body } = await admin.call('POST', '/billing', { period, ...more });
  await work();
  return (await admin.call('GET', `/billing/${body.insertedId}`)).body;
}
const work = async () => {
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
};
const story = async (person = parent) => {
  const { lines } = (await person.call('GET', '/account/statement')).body as { lines: StatementLine[] };
  return lines.map(({ kind, amount }) => `${kind} ${amount}`);
};
const billedLessons = async () => {
  const { lines } = (await parent.call('GET', '/account/statement')).body as { lines: StatementLine[] };
  return lines.flatMap(({ kind, billed }) => (billed ? [[kind, billed]] : []));
};
const balance = async () => (await parent.call('GET', '/account/statement')).body.balance;
const invoices = async (person = parent) => {
  const { body } = await person.call('GET', '/account/invoices');
  const read = async ({ _id }: { _id: string }) => (await person.call('GET', `/invoices/${_id}`)).body;
  const found: { total: number; lines: unknown[] }[] = await Promise.all(body.invoices.map(read));
  return found.map(({ total, lines }) => `${total} of ${lines.length} line${lines.length > 1 ? 's' : ''}`);
};
/** Lets a student take themself over, of whom the payer keeps these rights. */
async function takeOver(rights: object): Promise<Person> {
  const teenager = await school.signIn('student');
  await parent.call('POST', `/learners/${ada}/takeover`, { email: teenager.email, ...NO_RIGHTS, ...rights });
  await teenager.call('POST', `/claims/${await tokenFor(school, teenager.email)}`);
  return teenager;
}
const cancelLesson = (day: string) =>
  admin.call('DELETE', `/lessons/${lessons.get(day)}`, { reason: 'The teacher is ill' });
const shown = async (of = classid) => (await school.call('GET', `/class/${of}`)).body;

describe('the first sum of a place', () => {
  test('is for the lessons that are left in the calendar month of the next one', async () => {
    expect(await shown()).toMatchObject({
      billing: 'month',
      price: 12,
      today: { price: 48, period: { lessons: 4, from: '2026-09-01', to: '2026-09-30' } },
    });
    school.clock.now = Date.parse('2026-09-16T08:00:00Z');
    school.changed(['classes', 'timetable']);
    expect((await shown()).today).toMatchObject({ price: 24, period: { lessons: 2 } });
    school.clock.now = Date.parse('2026-09-30T08:00:00Z');
    school.changed(['classes', 'timetable']);
    expect((await shown()).today).toMatchObject({ price: 36, period: { from: '2026-10-01' } });
  });

  test('is for those of the term where the class is billed by it, and of the class where no term has them', async () => {
    const term = { name: 'Autumn', firstday: '2026-09-01', lastday: '2026-10-08' };
    const { insertedId } = (await admin.call('POST', '/terms', term)).body;
    const cello = await addClass('term');
    expect((await shown(cello)).today).toMatchObject({ price: 60, period: { lessons: 5, name: 'Autumn' } });
    await admin.call('DELETE', `/terms/${insertedId}`);
    school.changed(['classes', 'timetable']);
    const { today } = await shown(cello);
    expect(today).toMatchObject({ price: 84, period: { lessons: 7, from: '2026-09-08', to: '2026-10-20' } });
    expect(today.period).not.toHaveProperty('name');
  });

  test('of a student who took themself over is the payer’s, and runs bill the student’s account', async () => {
    await pay(48);
    const teenager = await takeOver({});
    await bill();
    expect(await story()).toEqual(['place 48', 'charge -48']);
    expect(await story(teenager)).toEqual(['tuition 36']);
    expect(await invoices(teenager)).toEqual(['36 of 1 line']);
  });

  test('and the payer’s, as long as the payer is a guardian who may pay', async () => {
    await pay(48);
    const teenager = await takeOver({ maypay: true });
    await bill();
    expect(await story(teenager)).toEqual([]);
    expect(await story()).toEqual(['place 48', 'charge -48', 'tuition 36']);
  });

  test('is paid like any other, and no run bills its lessons again', async () => {
    await pay(48);
    expect(await plan({ from: '2026-09-01', to: '2026-09-30' })).toEqual([]);
    expect(await plan()).toMatchObject([{ learnerid: ada, lessons: 3, price: 12, amount: 36, total: 36 }]);
  });

  test('of a class without lessons to come is nothing, and all of them are billed once they are there', async () => {
    classid = await addClass('month', []);
    expect((await shown()).today).toMatchObject({ price: 0 });
    expect((await give('due')).price).toBe(0);
    for (const day of OCTOBER) await addLesson(school.db, { classid, day });
    expect(await plan()).toMatchObject([{ lessons: 3 }]);
  });

  test('of a class that is billed once is what it was', async () => {
    classid = await addClass('once');
    const answer = await shown();
    expect(answer).not.toHaveProperty('billing');
    expect(answer.today).toEqual({
      price: 12,
      lessons: { left: 7, of: 7 },
      next: expect.anything(),
    });
    await pay(12);
    expect(await plan()).toEqual([]);
  });
});

describe('a run', () => {
  test('charges each learner of each class once, whatever is asked again', async () => {
    const bo = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
    await pay(48);
    await pay(48, bo);
    expect(await bill()).toMatchObject({ state: 'done', done: 2, of: 2, charges: 2, sum: 72 });
    expect(await balance()).toBe(72);
    expect(await bill()).toMatchObject({ state: 'done', of: 0, charges: 0, sum: 0 });
    // Another period has the same lessons.
    expect(await bill({ from: '2026-09-01', to: '2026-12-31' })).toMatchObject({ charges: 0 });
    expect(await balance()).toBe(72);
    const charges = await school.db
      .selectFrom('charges')
      .selectAll()
      .where('classid', '=', classid)
      .execute();
    expect(charges.map(({ learnerid, kind, amount, label }) => ({ learnerid, kind, amount, label }))).toEqual(
      expect.arrayContaining(
        [ada, bo].map((learnerid) => ({
          learnerid,
          kind: 'tuition',
          amount: 3600,
          label: expect.stringMatching(/^3 lessons, 1 . 31 October 2026$/u),
        })),
      ),
    );
  });

  test('writes nothing while it is tried', async () => {
    await pay(48);
    await plan();
    for (const table of ['charges', 'billingruns'] as const)
      expect(
        await school.db
          .selectFrom(table)
          .select('_id')
          .where(table === 'charges' ? 'classid' : '_id', '=', classid)
          .execute(),
      ).toEqual([]);
  });

  test('leaves out what the admin leaves out, and bills it another time', async () => {
    await pay(48);
    expect(await bill(OF_OCTOBER, { leaveout: [{ learnerid: ada, classid }] })).toMatchObject({ of: 0 });
    expect(await bill(OF_OCTOBER, { classids: ['another'] })).toMatchObject({ of: 0 });
    expect(await bill()).toMatchObject({ charges: 1, sum: 36 });
  });

  test('bills a lesson that came after another run by itself', async () => {
    await pay(48);
    await bill();
    await addLesson(school.db, { classid, day: '2026-10-27' });
    expect(await bill()).toMatchObject({ charges: 1, sum: 12 });
  });

  test('credits what the school cancelled of what was billed, once', async () => {
    await pay(48);
    await bill();
    // One of the first sum and one of the run.
    await cancelLesson('2026-09-22');
    await cancelLesson('2026-10-13');
    const november = { from: '2026-11-01', to: '2026-11-30' };
    expect(await plan(november)).toMatchObject([{ lessons: 0, cancelled: 2, credit: 24, total: -24 }]);
    expect(await bill(november)).toMatchObject({ charges: 1, sum: -24 });
    expect(await bill(november)).toMatchObject({ charges: 0 });
    expect(await balance()).toBe(12);
    // Each line leads to its lessons.
    expect(await billedLessons()).toEqual([
      [
        'tuition',
        [
          { day: '2026-10-06', amount: 12 },
          { day: '2026-10-13', amount: 12, credited: true },
          { day: '2026-10-20', amount: 12 },
        ],
      ],
      [
        'credit',
        [
          { day: '2026-09-22', amount: 12, credited: true },
          { day: '2026-10-13', amount: 12, credited: true },
        ],
      ],
    ]);
  });

  test('bills no one who has the place for nothing, and one who owes the first sum', async () => {
    await give('free', { reason: 'A scholarship' });
    expect(await plan()).toEqual([]);
    ada = await addChildBy(parent, { firstname: 'Cy', lastname: 'Lee' });
    await give('due');
    expect(await plan()).toMatchObject([{ learnerid: ada, lessons: 3 }]);
  });

  test('bills what was seen: where a price, a lesson or a place is another by then, nothing', async () => {
    await pay(48);
    const dry = async () => (await admin.call('POST', '/billing?dry=1', { period: OF_OCTOBER })).body;
    const cost = (price: number) =>
      school.db.updateTable('classes').set({ price }).where('_id', '=', classid).execute();
    const { version, rows } = await dry();
    expect(rows).toMatchObject([{ total: 36, lessons: 3 }]);
    await cost(1500);
    const refused = await admin.call('POST', '/billing', { period: OF_OCTOBER, version });
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect(refused.body.detail).toContain('Nothing has been billed');
    expect((await dry()).version).not.toBe(version);
    // It is asked for with one price, and the job finds another: that is left for the next run.
    const asked = { period: OF_OCTOBER, version: (await dry()).version };
    const { insertedId } = (await admin.call('POST', '/billing', asked)).body;
    await cost(1600);
    await work();
    const run = (await admin.call('GET', `/billing/${insertedId}`)).body;
    expect(run).toMatchObject({ state: 'done', charges: 0, sum: 0, invoices: 0 });
    expect(await balance()).toBe(0);
    await cancelLesson('2026-10-13');
    expect(await bill(OF_OCTOBER, { version: (await dry()).version })).toMatchObject({ charges: 1, sum: 32 });
  });

  test('two workers bill once', async () => {
    await pay(48);
    await admin.call('POST', '/billing', { period: OF_OCTOBER });
    const working = { ...school.payments, readSchool: school.readSchool, issueOpen: issueOpenIn };
    await Promise.all([workRuns(working), workRuns(working), workRuns(working)]);
    await work();
    expect(await balance()).toBe(36);
    expect(await invoices()).toEqual(['36 of 1 line']);
  });

  test('issues one invoice a family over all that it was charged, and mails it', async () => {
    const other = await school.signIn('student');
    const cy = await addChildBy(other, { firstname: 'Cy', lastname: 'Kim' });
    const bo = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
    await pay(48);
    await pay(48, bo);
    await admin.call('POST', '/enrolments', { classid, learnerid: cy, pay: 'due' });
    const fee = { kind: 'fee', label: 'Exam', amount: 10, day: '2026-09-01', key: 'exam' };
    await admin.call('POST', '/charges', { ...fee, userid: parent.user._id });
    expect(await bill()).toMatchObject({ charges: 3, invoices: 2 });
    expect(await invoices()).toEqual(['82 of 3 lines']);
    expect(await invoices(other)).toEqual(['36 of 1 line']);
    const mails = await school.db
      .selectFrom('mails')
      .select('recipient')
      .where('kind', '=', 'invoice')
      .where('recipient', 'in', [parent.email, other.email])
      .execute();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([parent.email, other.email].sort());
    // Nothing is new the next time.
    expect(await bill()).toMatchObject({ charges: 0, invoices: 0 });
  });

  test('issues no invoice over credit alone: it pays what is open', async () => {
    await pay(48);
    await bill();
    await cancelLesson('2026-10-13');
    const november = { from: '2026-11-01', to: '2026-11-30' };
    expect(await bill(november)).toMatchObject({ charges: 1, sum: -12, invoices: 0 });
    const { body } = await parent.call('GET', '/account/invoices');
    expect(body.invoices).toMatchObject([{ total: 36, credited: 12, open: 24 }]);
  });

  test.each(['inside-billing', 'class-billed', 'inside-invoicing', 'family-invoiced'] as const)(
    'that dies at %s goes on where it was',
    async (point) => {
      const first = classid;
      await pay(48);
      classid = await addClass('month');
      await pay(48, await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' }));
      await admin.call('POST', '/billing', { period: OF_OCTOBER });
      const checkpoint = (at: string) => {
        if (at === point) throw new Error('The process dies.');
      };
      const { payments, readSchool } = school;
      const dying = { ...payments, readSchool, issueOpen: issueOpenIn, checkpoint };
      await expect(workRuns(dying)).rejects.toThrow('dies');
      school.clock.now += DAY_MS / 24;
      await work();
      expect(await balance()).toBe(72);
      const charges = school.db
        .selectFrom('charges')
        .select('amount')
        .where('classid', 'in', [first, classid]);
      expect(await charges.execute()).toEqual([{ amount: 3600 }, { amount: 3600 }]);
      expect(await invoices()).toEqual(['72 of 2 lines']);
      const mails = school.db.selectFrom('mails').select('kind').where('recipient', '=', parent.email);
      expect(await mails.where('kind', '=', 'invoice').execute()).toHaveLength(1);
    },
  );

  test('is for admins alone, for days in their order', async () => {
    for (const role of ['office', 'student'] as const) {
      const person = await school.signIn(role);
      expect((await person.call('POST', '/billing', { period: OF_OCTOBER })).status).toBe(403);
    }
    const crossed = await admin.call('POST', '/billing', {
      period: { from: '2026-10-02', to: '2026-10-01' },
    });
    expect([crossed.status, crossed.body.errors[0].field]).toEqual([400, 'period.to']);
    expect((await admin.call('GET', '/billing/unknown')).body.code).toBe('billing-not-found');
    await pay(48);
    await bill();
    const { items } = (await admin.call('GET', '/changes?about=school')).body;
    const line = { action: 'billed', note: '1', before: '2026-10-01', after: '2026-10-31' };
    expect(items).toContainEqual(expect.objectContaining(line));
  });
});

describe('a place that ends', () => {
  test('is credited what was billed and is not held, and its first sum goes back as ever', async () => {
    const id = await pay(48);
    await bill();
    school.clock.now = Date.parse('2026-10-07T08:00:00Z');
    expect((await admin.call('POST', `/enrolments/${id}/cancel`)).status).toBe(200);
    await work();
    // October’s first lesson was held; the two others are credited.
    expect(await story()).toEqual(expect.arrayContaining(['tuition 36', 'credit -24']));
    expect(await plan()).toEqual([]);
  });

  test('gives back no lesson twice that was credited before', async () => {
    const id = await pay(48);
    await cancelLesson('2026-09-15');
    await bill();
    school.clock.now = Date.parse('2026-09-23T08:00:00Z');
    await admin.call('POST', `/enrolments/${id}/cancel`);
    await work();
    // Two of September’s lessons were held, one is credit, and the last one goes back; October is credited.
    expect(await balance()).toBe(-12);
    const { amount, earned } = await school.db
      .selectFrom('orders')
      .select(['amount', 'earned'])
      .where('_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([amount, earned]).toEqual([4800, 3600]);
  });

  test('takes its billed lessons along to another child of the family', async () => {
    const bo = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
    const id = await pay(48);
    await bill();
    await admin.call('PUT', `/enrolments/${id}/learner`, { learnerid: bo });
    const lessonsOf = await school.db
      .selectFrom('chargelessons')
      .select('learnerid')
      .where('classid', '=', classid)
      .execute();
    expect(new Set(lessonsOf.map(({ learnerid }) => learnerid))).toEqual(new Set([bo]));
    expect(await plan()).toEqual([]);
  });
});

describe('how a class is billed', () => {
  const update = (billing: string, person = admin) =>
    person.call('PUT', `/class/update/${classid}`, { billing });

  test('is the office’s to say, and needs the class’s own price', async () => {
    const teacher = await school.signIn('instructor');
    const taught = await school.addClass({ instructoremail: teacher.email });
    const own = await teacher.call('PUT', `/class/update/${taught._id}`, { billing: 'term' });
    expect(own.status).toBe(403);
    expect((await update('weekly')).status).toBe(400);
    expect((await update('term')).status).toBe(200);
    expect((await shown()).billing).toBe('term');
    const { version } = (await school.call('GET', '/school')).body;
    const flat = await admin.call('PUT', '/school', { enrolmentPrice: '60', version });
    expect([flat.status, flat.body.errors[0].field]).toEqual([400, 'enrolmentPrice']);
    await update('once');
    expect((await admin.call('PUT', '/school', { enrolmentPrice: '60', version })).status).toBe(200);
    const refused = await update('month');
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'billing']);
    await admin.call('PUT', '/school', { enrolmentPrice: 'class', version: version + 1 });
  });
});
