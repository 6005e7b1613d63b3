import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Reconciliation, ReconciliationLine } from '#contract/reconciliation/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import type { Database } from '#server/database/schema.ts';
import { ADMIN, CHILDREN } from '#server/database/seed/people.ts';
import { LOOKED_UP } from '#server/features/classes/index.ts';
import { printInvoice } from '#server/features/invoices/index.ts';
import { expandPlans } from '#server/features/lessons/index.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { growSchool } from './grow-school.ts';

const DAY_MS = 86_400_000;
const SIZE = {
  classes: 90,
  users: 800,
  enrolments: 2600,
  years: 2,
  instructors: 6,
  mostClasses: 12,
  mostStudents: 80,
};

let school: TestSchool;
beforeAll(async () => {
  school = await openGrownSchool();
});
afterAll(() => school.close());

async function openGrownSchool() {
  const school = await openTestSchool();
  await prepareSchool(school.config, school);
  const { db, clock, config, importPayments } = school;
  if (!importPayments) throw new Error('The school has no card service of its own.');
  const { currency, cancelUntilHours } = config.firstSchool;
  const payments = { currency, cancelUntilHours, priceOf: () => 6000, importPayments };
  await growSchool({
    ...{ db, now: clock.now, payments, size: SIZE, expandPlans, report: () => {} },
    printInvoice: (facts) => printInvoice(facts, { language: 'en', locale: undefined, palette: undefined }),
  });
  // As autovacuum would: until then PostgreSQL takes each table for an empty one.
  if (inject('dialect') === 'postgres') await sql`analyze`.execute(db);
  return school;
}

const count = async (table: keyof Database) => {
  const rows = school.db.selectFrom(table).select((of) => of.fn.countAll<number>().as('count'));
  return Number((await rows.executeTakeFirstOrThrow()).count);
};

/** What the school has in each class, but for ids. */
async function describeSchool({ db }: TestSchool) {
  const classes = await db
    .selectFrom('classes')
    .selectAll('classes')
    .select(LOOKED_UP)
    .orderBy('createdat')
    .orderBy('classname')
    .execute();
  const orders = db.selectFrom('orders').innerJoin('learners', 'learners._id', 'orders.learnerid');
  const paid = await orders
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['users.email', 'orders.paidat', 'orders.state', 'orders.attention'])
    .orderBy('orders.paidat')
    .orderBy('users.email')
    .execute();
  return { classes: classes.map(({ _id, instructorid, instrumentids, ...item }) => item), paid };
}

test('a grown school is as large as it should be, and its books agree with the card service to the cent', async () => {
  expect(await findDifferences(school.db, school.db)).toEqual([]);
  expect([await count('classes'), await count('users'), await count('enrolments')]).toEqual([90, 800, 2600]);
  expect(await count('learners')).toBe(800 + CHILDREN.length);
  expect(await count('waitlist')).toBeGreaterThan(30);
  expect(await count('selections')).toBeGreaterThan(200);

  const { classes, paid } = await describeSchool(school);
  const taught = Map.groupBy(classes, ({ instructoremail }) => instructoremail).values();
  expect(Math.max(...[...taught].map(({ length }) => length))).toBeGreaterThanOrEqual(12);
  expect(Math.max(...classes.map(({ enrolledstudents }) => enrolledstudents))).toBe(80);
  expect(new Set(classes.map(({ status }) => status)).size).toBe(3);
  expect(classes.some(({ deletedat }) => deletedat !== null)).toBe(true);
  expect(classes.some(({ changedat }) => changedat !== null)).toBe(true);
  const months = new Set(paid.map(({ paidat }) => new Date(paidat ?? 0).toISOString().slice(0, 7)));
  expect(months.size).toBeGreaterThanOrEqual(24);
});

test('every rule of the records holds, and no work waits but decisions about payments', async () => {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  expect(findings.filter(({ state }) => state === 'note').map(({ about }) => about)).toEqual(['Payments']);
});

test('a grown school has two years of registers and invoices, and all that is done beside classes', async () => {
  const { db, clock } = school;
  for (const [table, least] of Object.entries({
    ...{ attendance: 2000, invoices: 300, charges: 300, allocations: 290, duenotices: 5, openaccounts: 5 },
    ...{ blogs: 25, reviews: 1, reviewnotes: 2, circulars: 8, circularrecipients: 100 },
    ...{ wishes: 15, wishhours: 45, recitals: 50, recitalpieces: 800, recitalperformers: 800 },
    ...{ recitalconsents: 800, classinstruments: 60 },
  }))
    expect(await count(table as keyof Database), table).toBeGreaterThanOrEqual(least);
  const marks = await db
    .selectFrom('attendance')
    .innerJoin('lessons', 'lessons._id', 'attendance.lessonid')
    .leftJoin('enrolments', (join) =>
      join
        .onRef('enrolments.classid', '=', 'lessons.classid')
        .onRef('enrolments.learnerid', '=', 'attendance.learnerid'),
    )
    .select([
      'attendance.state',
      'attendance.toldat',
      'attendance.markedat',
      'lessons.startsat',
      'enrolments.date',
    ])
    .execute();
  for (const { state, toldat, markedat, startsat, date } of marks) {
    expect(date).toBeLessThan(startsat);
    expect(markedat).toBeLessThan(clock.now);
    expect(toldat === null).toBe(state !== 'absent');
  }
  expect(new Set(marks.map(({ state }) => state)).size).toBe(3);
  expect(Math.min(...marks.map(({ markedat }) => markedat))).toBeLessThan(clock.now - 600 * DAY_MS);
});

test('every invoice is over one charge of its family, and is paid whole or waits for a family that is open', async () => {
  const { db } = school;
  const invoices = await db
    .selectFrom('invoices')
    .innerJoin('invoicelines', 'invoicelines.invoiceid', 'invoices._id')
    .innerJoin('charges', 'charges._id', 'invoicelines.chargeid')
    .leftJoin('allocations', 'allocations.invoiceid', 'invoices._id')
    .leftJoin('ledger', 'ledger._id', 'allocations.ledgerid')
    .leftJoin('openaccounts', 'openaccounts.userid', 'invoices.userid')
    .select(['invoices.number', 'invoices.total', 'invoices.userid', 'charges.userid as charged'])
    .select([
      'charges.amount',
      'ledger.userid as payer',
      'ledger.amount as came',
      'allocations.amount as paid',
    ])
    .select('openaccounts.userid as open')
    .execute();
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(await count('invoices'));
  for (const { total, userid, charged, amount, payer, came, paid, open } of invoices) {
    expect([charged, amount]).toEqual([userid, total]);
    if (paid === null) expect(open).toBe(userid);
    else expect([payer, came, paid]).toEqual([userid, total, total]);
  }
});

test('nobody did anything before joining or before the class was there, and nothing happens after now', async () => {
  const { clock, db } = school;
  for (const table of ['orders', 'waitlist', 'selections'] as const) {
    const deeds = await db
      .selectFrom(table)
      .innerJoin('learners', 'learners._id', `${table}.learnerid`)
      .innerJoin('classes', 'classes._id', `${table}.classid`)
      .select([`${table}.createdat as at`, 'learners.createdat as joined', 'classes.createdat as opened'])
      .execute();
    for (const { at, joined, opened } of deeds) {
      expect(at).toBeGreaterThan(joined);
      expect(at).toBeGreaterThan(opened);
      expect(at).toBeLessThan(clock.now);
    }
  }
});

test('the money check of any month finds nothing to repair, and somebody has to look at some payments', async () => {
  const users = school.db.selectFrom('users').selectAll();
  const { uid, ...user } = await users.where('email', '=', ADMIN.email).executeTakeFirstOrThrow();
  const admin = await school.signInAs({ ...user, uid: uid ?? '' });
  for (const month of ['2025-03', '2026-02', '2026-08']) {
    const lines: ReconciliationLine[] = [];
    let received = 0;
    let after = '';
    do {
      const page: Reconciliation = (await admin.call('GET', `/money?month=${month}&after=${after}`)).body;
      lines.push(...page.lines);
      received += page.received;
      after = page.next ?? '';
    } while (after);
    expect(lines.length).toBeGreaterThan(50);
    expect(received).toBe(60 * lines.length);
    expect(new Set(lines.map(({ verdict }) => verdict))).toEqual(new Set(['matched', 'refunded']));
  }
  expect((await admin.call('GET', '/money/attention')).body.length).toBeGreaterThan(20);
});

test('no two lessons of a grown school share a room or a teacher at the same time', async () => {
  const lessons = await school.db
    .selectFrom('lessons')
    .selectAll()
    .where('state', '!=', 'cancelled')
    .orderBy('startsat')
    .execute();
  expect(lessons.length).toBeGreaterThan(1500);
  for (const key of ['roomid', 'teacherid'] as const)
    for (const own of Map.groupBy(lessons, (lesson) => lesson[key]).values())
      for (const [at, { endsat }] of own.entries())
        expect(own[at + 1]?.startsat ?? endsat).toBeGreaterThanOrEqual(endsat);
});

test('the same size at the same moment gives the same school', async () => {
  const other = await openGrownSchool();
  expect(await describeSchool(other)).toEqual(await describeSchool(school));
  await other.close();
});

test('every moment is a whole number of milliseconds', async () => {
  const tables = {
    orders: ['createdat', 'paidat', 'updatedat', 'holduntil'],
    ledger: ['createdat'],
    waitlist: ['createdat'],
  };
  for (const [table, columns] of Object.entries(tables)) {
    const rows = await school.db
      .selectFrom(table as 'ledger')
      .selectAll()
      .execute();
    for (const row of rows)
      for (const column of columns) expect(Number.isInteger(row[column as 'createdat']), column).toBe(true);
  }
});
