import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { insertRows, type OldRow, openFirstRelease, readRows } from '#tests/support/old-tables.ts';
import { schoolTables } from './index.ts';

/*
 * A school of 0.1.0: one account for each role, two students who were erased, one teacher who was, and a
 * record in capitals.
 */

const FORMER = ['deleted-u-1@deleted.invalid', 'deleted-u-2@deleted.invalid'] as const;
const FORMER_TEACHER = 'deleted-u-3@deleted.invalid';
const NEVER_HERE = 'walk-in@test.example';

let records: OpenDatabase<Database>;
let before: Awaited<ReturnType<typeof readAll>>;

const TABLES = ['selections', 'orders', 'enrolments', 'ledger', 'waitlist', 'classes'];

/** Every row by its table and id, with the columns that stay. */
async function readAll(db: Kysely<Database>) {
  const found: Record<string, OldRow> = {};
  for (const table of TABLES) {
    for (const row of await readRows(db, table)) {
      const rest = Object.entries(row).filter(([column]) => !GONE.has(column));
      found[`${table} ${row._id}`] = Object.fromEntries(rest);
    }
  }
  return found;
}

/** Columns that are gone: whose a row is stands in others, and mails to the waiting list in the outbox. */
const GONE = new Set([
  'mailat',
  'email',
  'learnerid',
  'userid',
  'instructorid',
  'instructoremail',
  'instructorname',
]);

async function fill(db: Kysely<Database>) {
  const add = (table: string, rows: OldRow[]) => insertRows(db, table, rows);
  await add(
    'users',
    (['student', 'instructor', 'admin'] as const).map((role) => ({
      _id: role,
      email: `${role}@test.example`,
      name: role,
      role,
      validsince: 0,
      createdat: 5,
    })),
  );
  const signIn = { authtime: 1, useragent: 'x', createdat: 1, seenat: 1, endedat: null };
  await add('sessions', [{ _id: 's-1', userid: 'student', ...signIn }]);
  const free = { availableseat: 1, heldseats: 0 };
  const seats = (enrolledstudents: number) => ({
    ...free,
    enrolledstudents,
    capacity: enrolledstudents + 1,
  });
  const about = { image: '', price: 1, level: 'Beginner', group: 'Kids', description: '', createdat: 1 };
  const course = { ...about, status: 'pending', classname: 'Oboe' };
  await add('classes', [
    {
      ...course,
      ...seats(4),
      _id: 'taught',
      instructorname: 'As added',
      instructoremail: 'Instructor@test.example',
    },
    {
      ...course,
      ...seats(1),
      _id: 'left',
      instructorname: 'Former teacher',
      instructoremail: FORMER_TEACHER,
    },
  ]);
  const paid = { state: 'enrolled', amount: 6000, currency: 'usd', paidat: 2, refundattempt: 0 };
  const moments = { holduntil: 2, createdat: 2, updatedat: 2 };
  const people = ['student@test.example', 'STUDENT@Test.example', ...FORMER, NEVER_HERE];
  const orders = people.map((email, index) => {
    const classid = index === 1 ? 'left' : 'taught';
    return { ...paid, ...moments, _id: `o-${index}`, email, classid, intentid: `pi-${index}` };
  });
  // One of the former tried twice.
  const tried = { state: 'expired', paidat: null, intentid: null, email: FORMER[0] };
  await add('orders', [...orders, { ...orders[2], ...tried, _id: 'o-5' }]);
  await add(
    'enrolments',
    orders.map(({ _id, email, classid, amount, currency, paidat, intentid }) => ({
      _id,
      email,
      classid,
      currency,
      transactionId: intentid,
      price: amount,
      date: paidat,
    })),
  );
  await add(
    'ledger',
    orders.map(({ _id, amount, intentid }) => ({
      _id: `l-${_id}`,
      orderid: _id,
      kind: 'charge',
      ref: `ch-${intentid}`,
      amount,
      createdat: 2,
    })),
  );
  await add('selections', [
    { _id: 'sel-1', email: 'student@test.example', classid: 'taught', enrolled: 1, createdat: 3 },
  ]);
  await add('waitlist', [
    { _id: 'w-1', email: 'student@test.example', classid: 'left', state: 'waiting', createdat: 3 },
    { _id: 'w-2', email: FORMER[0], classid: 'left', state: 'closed', createdat: 3 },
  ]);
  const handed = { about: 'class', subjectid: 'taught', subjectname: 'Oboe', createdat: 4 };
  await add('changes', [
    { ...handed, _id: 'c-1', action: 'teacher', before: FORMER_TEACHER, after: 'instructor@test.example' },
    { ...handed, _id: 'c-2', action: 'teacher', before: NEVER_HERE, after: null },
    { ...handed, _id: 'c-3', action: 'approved', before: 'pending', after: 'approved' },
  ]);
}

beforeAll(async () => {
  records = await openFirstRelease();
  await fill(records.db);
  before = await readAll(records.db);
  await migrate(records.db, schoolTables);
});
afterAll(() => records.close());

const learners = () => records.db.selectFrom('learners').selectAll().orderBy('createdat').execute();
const learnerOf = async (userid: string) =>
  (await learners()).find((learner) => learner.userid === userid)?._id ?? userid;

test('every account has one learner that is itself, with an id of its own', async () => {
  const selves = (await learners()).filter(({ userid }) => userid !== null);
  expect(selves.map(({ userid }) => userid).sort()).toEqual(['admin', 'instructor', 'student']);
  for (const { _id, userid, ...learner } of selves) {
    expect(_id).not.toBe(userid);
    expect(learner).toMatchObject({ self: 1, leftat: null, createdat: 5, born: null });
    expect(learner).not.toHaveProperty('address');
  }
});

test('anyone who has no account any more is a learner that left, one for each', async () => {
  const left = (await learners()).filter(({ userid }) => userid === null);
  expect(left).toHaveLength(3);
  for (const { leftat } of left) expect(leftat).toBeGreaterThan(0);
  const rows = await records.db
    .selectFrom('orders')
    .select(['_id', 'learnerid', 'userid'])
    .where('userid', 'is', null)
    .orderBy('_id')
    .execute();
  const [first, second, walkIn, again] = rows.map(({ learnerid }) => learnerid);
  expect(rows.map(({ _id }) => _id)).toEqual(['o-2', 'o-3', 'o-4', 'o-5']);
  expect(new Set([first, second, walkIn])).toEqual(new Set(left.map(({ _id }) => _id)));
  expect(again).toBe(first);
});

test('an address in capitals is the same person', async () => {
  const learnerid = await learnerOf('student');
  const orders = records.db.selectFrom('orders').select(['_id', 'userid']).where('learnerid', '=', learnerid);
  expect(await orders.orderBy('_id').execute()).toEqual([
    { _id: 'o-0', userid: 'student' },
    { _id: 'o-1', userid: 'student' },
  ]);
});

test('a class has the account that teaches it, and none where that was erased', async () => {
  const classes = records.db.selectFrom('classes').select(['_id', 'instructorid']).orderBy('_id');
  expect(await classes.execute()).toEqual([
    { _id: 'left', instructorid: null },
    { _id: 'taught', instructorid: 'instructor' },
  ]);
});

test('the log names teachers by their accounts, and holds no address', async () => {
  const changes = records.db.selectFrom('changes').select(['before', 'after']).orderBy('_id');
  expect(await changes.execute()).toEqual([
    { before: 'u-3', after: 'instructor' },
    { before: expect.not.stringContaining('@'), after: null },
    { before: 'pending', after: 'approved' },
  ]);
});

test('nothing else of any row is changed', async () => {
  const { db } = records;
  expect(Object.keys(before).length).toBeGreaterThan(15);
  expect(await readAll(db)).toEqual(
    Object.fromEntries(Object.entries(before).map(([key, row]) => [key, expect.objectContaining(row)])),
  );
  expect(await db.selectFrom('signins').select(['_id', 'userid']).execute()).toEqual([
    { _id: 's-1', userid: 'student' },
  ]);
});

test('a person is enrolled in a class once, and no record is of nobody', async () => {
  const learnerid = await learnerOf('student');
  const { db } = records;
  const selection = { _id: 'sel-2', classid: 'taught', enrolled: 0 as const, createdat: 4 };
  await expect(
    db
      .insertInto('selections')
      .values({ ...selection, learnerid })
      .execute(),
  ).rejects.toThrow(/unique/i);
  await expect(
    db
      .insertInto('selections')
      .values({ ...selection, learnerid: 'nobody' })
      .execute(),
  ).rejects.toThrow(/foreign key/i);
  await expect(
    db
      .insertInto('learners')
      .values({ _id: 'twin', userid: 'student', self: 1, leftat: null, createdat: 4 })
      .execute(),
  ).rejects.toThrow(/unique/i);
  if (records.dialect === 'sqlite')
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
});
