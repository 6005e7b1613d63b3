import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { StatementLine } from '#contract/statement/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { issueOpenIn } from '#server/features/invoices/index.ts';
import { addChildBy } from '#tests/support/families.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { workRuns } from './run.ts';

/* A class on Tuesdays, 12.00 a lesson and billed by the month; Ada took her place before Bo. */

const SEPTEMBER = ['2026-09-08', '2026-09-15', '2026-09-22', '2026-09-29'];
const OCTOBER = ['2026-10-06', '2026-10-13', '2026-10-20'];
const OF_OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const OF_NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

let school: TestSchool;
let admin: Person;
let parent: Person;
let ada: string;
let bo: string;
let classid: string;
let begin: number;
let lessons: Map<string, string>;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  begin = school.clock.now;
  admin = await school.signIn('admin');
  await admin.call('POST', '/terms', { name: 'Autumn', firstday: '2026-09-01', lastday: '2026-12-18' });
});
afterAll(() => school.close({ typed: ['The teacher is ill'] }));

/** A family with two children who have their places, and what the school takes off for the second. */
async function begins(draft: object): Promise<void> {
  school.clock.now = begin;
  for (const table of ['chargelessons', 'billingruns', 'lessons'] as const)
    await school.db.deleteFrom(table).execute();
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
  await school.db.updateTable('discounts').set({ endedat: 1 }).where('endedat', 'is', null).execute();
  expect((await admin.call('POST', '/discounts', { kind: 'sibling', nth: 2, ...draft })).status).toBe(200);
  parent = await school.signIn('student');
  ada = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  bo = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
  classid = (await school.addClass({ classname: 'Cello', price: 1200, billing: 'month' }))._id;
  lessons = new Map();
  for (const day of [...SEPTEMBER, ...OCTOBER]) await hold(day);
  for (const learnerid of [ada, bo]) await pay(learnerid);
}

async function hold(day: string) {
  lessons.set(day, (await addLesson(school.db, { classid, day }))._id);
  school.changed(['classes', 'timetable']);
}
const cancel = (day: string) =>
  admin.call('DELETE', `/lessons/${lessons.get(day)}`, { reason: 'The teacher is ill' });

async function pay(learnerid: string) {
  const opened = await parent.call('POST', '/checkout', { items: [{ classid, learnerid }] });
  const { id } = await confirmCard(school, opened.body.clientSecret);
  expect((await record(parent, classid, id, opened.body.price)).status).toBe(200);
}

const rows = async (period: object = OF_OCTOBER) =>
  (await admin.call('POST', '/billing?dry=1', { period })).body.rows as Record<string, unknown>[];
async function bill(period: object = OF_OCTOBER) {
  school.clock.now += 1;
  const { body } = await admin.call('POST', '/billing', { period });
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
  return (await admin.call('GET', `/billing/${body.insertedId}`)).body;
}
const statement = async () =>
  (await parent.call('GET', '/account/statement')).body as { balance: number; lines: StatementLine[] };

test('takes a percentage off what is billed for a second child, once, and invoices it', async () => {
  await begins({ percent: 10 });
  const row = (learnerid: string, discount: number) => ({
    learnerid,
    amount: 36,
    discount,
    total: 36 - discount,
  });
  expect(await rows()).toMatchObject([row(ada, 0), { ...row(bo, 3.6), discountreason: 'Second child' }]);
  expect(await bill()).toMatchObject({ state: 'done', charges: 3, sum: 68.4 });
  expect(await bill()).toMatchObject({ charges: 0, sum: 0 });
  const { balance, lines } = await statement();
  expect(balance).toBe(68.4);
  expect(lines.filter(({ kind }) => kind === 'discount')).toMatchObject([
    { amount: -3.6, learnername: 'Bo Lee' },
  ]);
  const { body } = await parent.call('GET', '/account/invoices');
  expect(body.invoices).toMatchObject([{ total: 68.4 }]);
  const records = { db: school.db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
  const found = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: false });
  expect(found.filter(({ state }) => state === 'wrong')).toEqual([]);
});

test('takes it off lessons that are added later, and credits what was billed of one that is not held', async () => {
  await begins({ percent: 10 });
  await bill();
  await hold('2026-10-27');
  expect(await bill()).toMatchObject({ charges: 3, sum: 12 + 10.8 });
  await cancel('2026-10-13');
  expect(await bill(OF_NOVEMBER)).toMatchObject({ charges: 2, sum: -(12 + 10.8) });
  // As if three lessons had been billed from the first.
  expect((await statement()).balance).toBe(3 * 12 + 3 * 10.8);
});

test('takes a sum off each month of a class once, and not off the month of which the first sum had it', async () => {
  await begins({ amount: 5 });
  expect(await bill()).toMatchObject({ charges: 3, sum: 72 - 5 });
  await hold('2026-10-27');
  expect(await bill()).toMatchObject({ charges: 2, sum: 24 });
  await hold('2026-09-30');
  expect(await bill({ from: '2026-09-01', to: '2026-09-30' })).toMatchObject({ charges: 2, sum: 24 });
  expect((await statement()).balance).toBe(72 - 5 + 24 + 24);
});

test('is reversed with the tuition that it was taken off', async () => {
  await begins({ percent: 10 });
  await bill();
  const { lines } = await statement();
  const own = lines.filter(({ learnername, kind }) => learnername === 'Bo Lee' && kind === 'tuition');
  const again = { key: 'mistake' };
  const reverse = (id?: string) => admin.call('POST', `/charges/${id}/reverse`, again);
  for (const _ of [1, 2]) expect((await reverse(own[0]?.chargeid)).status).toBe(200);
  expect((await statement()).balance).toBe(36);
  const off = lines.find(({ kind }) => kind === 'discount');
  expect((await admin.call('POST', `/charges/${off?.chargeid}/reverse`, { key: 'other' })).body.code).toBe(
    'charge-reversed',
  );
});

test('is reversed once where both are reversed at the same moment', async () => {
  await begins({ percent: 10 });
  await bill();
  const { lines } = await statement();
  const own = lines
    .filter(({ learnername }) => learnername === 'Bo Lee')
    .flatMap(({ chargeid }) => chargeid ?? []);
  expect(own).toHaveLength(2);
  const answers = await Promise.all(
    own.map((id) => admin.call('POST', `/charges/${id}/reverse`, { key: `both-${id}` })),
  );
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await statement()).balance).toBe(36);
});

test('is reversed once where its invoice is struck, too', async () => {
  await begins({ percent: 10 });
  await bill();
  const { body } = await parent.call('GET', '/account/invoices');
  const reason = { reason: 'The teacher is ill', strike: true };
  expect((await admin.call('POST', `/invoices/${body.invoices[0]._id}/void`, reason)).status).toBe(200);
  expect((await statement()).balance).toBe(0);
});

test('two workers take it off once', async () => {
  await begins({ percent: 10 });
  await admin.call('POST', '/billing', { period: OF_OCTOBER });
  await admin.call('POST', '/billing', { period: OF_OCTOBER });
  const working = { ...school.payments, readSchool: school.readSchool, issueOpen: issueOpenIn };
  await Promise.all([workRuns(working), workRuns(working), workRuns(working)]);
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
  expect((await statement()).balance).toBe(68.4);
});
