import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Days, weeks and months of money are the school's, wherever they are shown. In Auckland it is thirteen hours
 * later than in UTC in summer.
 */

const ZONE = 'Pacific/Auckland';
let school: TestSchool;
let admin: Person;

const zoneTo = async (timezone: string) => {
  const { version } = await school.readSchool();
  expect((await admin.call('PUT', '/school', { version, timezone })).status).toBe(200);
};
const rowsOf = async (query = '') => {
  const headers = { authorization: `Bearer ${await admin.issue()}` };
  const { payload } = await school.app.inject({ url: `/api/reports/payments.csv${query}`, headers });
  const [head = '', ...lines] = payload.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
};
const monthOf = async (month: string) => (await admin.call('GET', `/money?month=${month}`)).body;
const weeks = async () => (await admin.call('GET', '/reports/overview')).body.weeks;

beforeAll(async () => {
  school = await openTestSchool();
  // Monday, 30 November 2026 in UTC; in Auckland it is Tuesday, 1 December, since eleven hours.
  school.clock.now = Date.UTC(2026, 10, 29, 22);
  admin = await school.signIn('admin');
  await zoneTo(ZONE);
});
afterAll(() => school.close());

test('a payment of the first of December at the school is December’s, wherever it is shown', async () => {
  const parent = await school.signIn('student');
  const { _id: classid } = await school.addClass({ classname: 'Harp', availableseat: 9 });
  // Sunday evening in UTC, Monday morning at the school, in November for both.
  const sunday = await enrol(school, parent, classid);
  expect(await monthOf('2026-11')).toMatchObject({
    received: 60,
    sums: { card: 60, cash: 0, transfer: 0, owed: 0, givenback: 0 },
  });
  expect((await weeks()).slice(-2)).toEqual([
    { start: '2026-11-23', seats: 0, charged: 0, refunded: 0 },
    { start: '2026-11-30', seats: 1, charged: 60, refunded: 0 },
  ]);

  school.clock.now = Date.UTC(2026, 10, 30, 13);
  const other = await school.signIn('student');
  const first = await enrol(school, other, classid);
  school.clock.now += 1000;
  const cash = { classid, learnerid: (await school.signIn('student')).learnerid, pay: 'cash' };
  expect((await admin.call('POST', '/enrolments', cash)).status).toBe(200);

  const december = await monthOf('2026-12');
  expect(december).toMatchObject({
    sums: { card: 60, cash: 60, transfer: 0, owed: 0, givenback: 0 },
    behind: { card: 60, cash: 60, transfer: 0, owed: 0 },
  });
  expect(december.lines.map((line: { transactionId: string }) => line.transactionId)).toContain(
    first.transactionId,
  );
  // Without a month it is the school's.
  expect((await admin.call('GET', '/money')).body.month).toBe('2026-12');
  const { number } = (await other.call('GET', `/receipts/${first.enrolment}`)).body;
  expect(number).toMatch(/^20261201-/);

  const rows = await rowsOf();
  expect(rows.map((row) => [row.Day, row.Month, row.Kind, row.Amount, row['Month total']])).toEqual([
    ['2026-11-30', '2026-11', 'charge', '60.00', '60.00'],
    ['2026-12-01', '2026-12', 'charge', '60.00', '60.00'],
    ['2026-12-01', '2026-12', 'cash', '60.00', '120.00'],
  ]);
  expect(rows[1]).toMatchObject({
    Payer: other.user.name,
    Receipt: number,
    Date: '2026-11-30T13:00:00.000Z',
  });
  expect(await rowsOf('?month=2026-12')).toEqual(rows.slice(1));
  const { sums } = december;
  expect(rows.at(-1)?.['Month total']).toBe(
    (sums.card + sums.cash + sums.transfer - sums.givenback).toFixed(2),
  );
  expect((await weeks()).at(-1)).toEqual({ start: '2026-11-30', seats: 3, charged: 180, refunded: 0 });

  // The school moves: its months are others from now on, and what was issued keeps its number.
  await school.work();
  await zoneTo('America/Los_Angeles');
  expect((await other.call('GET', `/receipts/${first.enrolment}`)).body.number).toBe(number);
  expect((await monthOf('2026-12')).lines).toEqual([]);
  expect(await monthOf('2026-11')).toMatchObject({ sums: { card: 120, cash: 60 } });
  expect((await weeks()).slice(-2)).toEqual([
    { start: '2026-11-23', seats: 1, charged: 60, refunded: 0 },
    { start: '2026-11-30', seats: 2, charged: 120, refunded: 0 },
  ]);
  await zoneTo(ZONE);
  expect(sunday.enrolment).not.toBe(first.enrolment);
});

test('the sums of days that are over are kept by the school’s days, also by those on which clocks are changed', async () => {
  const { db, clock } = school;
  const parent = await school.signIn('student');
  // Clocks are put back in Auckland on 4 April 2027, at three in the morning: the day has twenty-five hours.
  for (const at of [
    Date.UTC(2027, 3, 3, 10, 59),
    Date.UTC(2027, 3, 3, 11),
    Date.UTC(2027, 3, 4, 11, 59),
    Date.UTC(2027, 3, 4, 12),
  ]) {
    clock.now = at;
    await enrol(school, parent, (await school.addClass())._id);
  }
  clock.now = Date.UTC(2027, 3, 14);
  const added = await weeks();
  const ofWeek = (start: string) => added.find((week: { start: string }) => week.start === start);
  expect([ofWeek('2027-03-29').charged, ofWeek('2027-04-05').charged]).toEqual([180, 60]);
  await school.work();
  const days = await db
    .selectFrom('ledgerdays')
    .selectAll()
    .where('amount', '>', 0)
    .orderBy('startsat')
    .execute();
  expect(days.slice(-3).map(({ startsat, amount }) => [new Date(startsat).toISOString(), amount])).toEqual([
    ['2027-04-02T11:00:00.000Z', 6000],
    ['2027-04-03T11:00:00.000Z', 12_000],
    ['2027-04-04T12:00:00.000Z', 6000],
  ]);
  expect(await weeks()).toEqual(added);
  const records = { db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
  const found = await checkRecords(records, { now: clock.now, hasEmbeddedCards: true });
  expect(found.find(({ about }) => about === 'Days')).toMatchObject({ state: 'fine' });
});

test('what the first screen counts is what the lists have', async () => {
  const other = await openTestSchool();
  const office = await other.signIn('admin');
  const [one, two] = [await other.addClass({ availableseat: 3 }), await other.addClass({ availableseat: 2 })];
  await other.addClass({ status: 'pending', availableseat: 9 });
  await enrol(other, await other.signIn('student'), one._id);
  const given = await enrol(other, await other.signIn('student'), two._id);
  await office.call('POST', `/enrolments/${given.enrolment}/cancel`);
  for (let times = 0; times < 6 && (await other.work()) > 0; times++);
  for (const pay of ['cash', 'due', 'free']) {
    const { learnerid } = await other.signIn('student');
    await office.call('POST', '/enrolments', { classid: one._id, learnerid, pay });
  }
  const read = async (path: string) => (await office.call('GET', path)).body;
  const { users, seats, waiting, weeks } = await read('/reports/overview');
  const classes: { status: string; availableseat: number; enrolledstudents: number }[] =
    await read('/classes/all');
  const sum = (some: number[]) => some.reduce((total, one) => total + one, 0);
  const approved = classes.filter(({ status }) => status === 'approved');
  expect(seats.sold).toBe(sum(approved.map(({ enrolledstudents }) => enrolledstudents)));
  expect(seats.free).toBe(sum(approved.map(({ availableseat }) => availableseat)));
  expect(waiting.count).toBe(classes.filter(({ status }) => status === 'pending').length);
  const people: { role: 'admin' | 'instructor' | 'student' }[] = await read('/users');
  for (const role of ['admin', 'instructor', 'student'] as const)
    expect(users[role]).toBe(people.filter((one) => one.role === role).length);
  // Everything was paid this week, which lies within the month.
  const { sums } = await read('/money');
  expect(weeks.at(-1).charged - weeks.at(-1).refunded).toBe(
    sums.card + sums.cash + sums.transfer - sums.givenback,
  );
  const owing: { price: number }[] = await read('/families/owing');
  expect(sums.owed).toBe(sum(owing.map(({ price }) => price)));
  await other.close();
});
