import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import { findSchool } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { insertRows, type OldRow, openRelease, readRows } from '#tests/support/old-tables.ts';
import { schoolTables } from './index.ts';

/* A school of 0.2.0, which has one language. */

const ROWS: Record<string, OldRow> = {
  school: {
    _id: 'school',
    name: 'Reed & Bow',
    currency: 'eur',
    cancelwithin: 0,
    welcome: JSON.stringify({ title: 'Hello', lines: [] }),
    version: 7,
  },
  users: { _id: 'u-1', email: 'ana@test.example', name: 'Ana', role: 'student', validsince: 0, createdat: 5 },
  texts: { slug: 'terms', version: 2, markdown: 'Be kind.', authorid: 'u-1', updatedat: 6 },
};

const CLASS = {
  _id: 'c-1',
  classname: 'Oboe',
  image: '/art/oboe.webp',
  price: 9000,
  availableseat: 5,
  heldseats: 0,
  enrolledstudents: 0,
  capacity: 5,
  status: 'approved',
  level: 'Beginner',
  group: 'Kids',
  description: '',
  createdat: 5,
};
/** Orders of a class, and when the place of each is taken to have ended. */
const ENDS: readonly { order: OldRow; endedat: number | null }[] = [
  { order: { state: 'enrolled' }, endedat: null },
  { order: { state: 'held' }, endedat: null },
  { order: { state: 'refund_due' }, endedat: 41 },
  { order: { state: 'refund_failed', reason: 'The place was given up.' }, endedat: 41 },
  { order: { state: 'refunded', refundid: 're-1', reason: null }, endedat: 41 },
  // A place that was to be paid later, and was given up before.
  { order: { state: 'expired', paidby: 'due' }, endedat: 41 },
  // Money that came and gave no place.
  { order: { state: 'expired' }, endedat: null },
  {
    order: { state: 'refunded', refundid: 're-2', reason: 'The class was full when the payment came.' },
    endedat: null,
  },
  { order: { state: 'refund_due', reason: 'Another class meets at the same time.' }, endedat: null },
  { order: { state: 'refunded', refundid: 're-3', classid: null }, endedat: null },
];
const endOf = (at: number) => `o-${at}`;

let records: OpenDatabase<Database>;
const before: Record<string, OldRow[]> = {};

beforeAll(async () => {
  records = await openRelease('0.2.0');
  for (const [table, row] of Object.entries(ROWS)) {
    await insertRows(records.db, table, [row]);
    before[table] = await readRows(records.db, table);
  }
  await insertOrders();
  await migrate(records.db, schoolTables);
});
afterAll(() => records.close());

/** Each of a learner of its own: of one class a learner has one open order. */
async function insertOrders() {
  const { db } = records;
  await insertRows(db, 'classes', [CLASS]);
  for (const [at, { order }] of ENDS.entries()) {
    const learner = {
      _id: `l-${at}`,
      userid: 'u-1',
      self: 0,
      firstname: 'Ben',
      lastname: 'Ahn',
      createdat: 5,
    };
    await insertRows(db, 'learners', [learner]);
    const paid = { userid: 'u-1', classid: CLASS._id, amount: 9000, currency: 'eur', refundattempt: 0 };
    const moments = { holduntil: 0, createdat: 7, updatedat: 41 };
    await insertRows(db, 'orders', [
      { _id: endOf(at), learnerid: learner._id, ...paid, ...moments, ...order },
    ]);
  }
}

test('a place that ended did so when its order last changed; money that gave none has ended nothing', async () => {
  const orders = await records.db.selectFrom('orders').select(['_id', 'endedat']).execute();
  expect(Object.fromEntries(orders.map(({ _id, endedat }) => [_id, endedat]))).toEqual(
    Object.fromEntries(ENDS.map(({ endedat }, at) => [endOf(at), endedat])),
  );
});

test('a school of before is English, with the welcome that it had', async () => {
  const { welcome, languages, version } = (await findSchool(records.db)) ?? {};
  expect({ welcome, languages, version }).toEqual({
    welcome: { title: 'Hello', lines: [] },
    languages: ['en'],
    version: 7,
  });
});

test('nobody has chosen a language, no text names one, and nothing else is changed', async () => {
  const nothing = {
    users: {
      language: null,
      street: null,
      postcode: null,
      town: null,
      note: null,
      officesince: null,
      erasedat: null,
    },
    texts: { language: null, translations: null },
  };
  const rules = {
    missedlessons: 'none',
    noticehours: 24,
    catchupweeks: 6,
    catchupsaterm: 2,
    registerdays: 14,
    trialfee: 'kept',
    reservemode: 'later',
    reviewposts: 'asked',
  };
  const added: Record<string, OldRow> = { ...nothing, school: { languages: null, lists: null, ...rules } };
  for (const [table, rows] of Object.entries(before))
    expect(await readRows(records.db, table)).toEqual(rows.map((row) => ({ ...row, ...added[table] })));
});

test('accounts may work in the office and have no address; another role is still none', async () => {
  const { db } = records;
  expect(
    await db.selectFrom('rolecounts').select(['role', 'count']).orderBy('role').execute(),
  ).toContainEqual({
    role: 'office',
    count: 0,
  });
  const user = { uid: null, name: 'Ben', photoURL: null, validsince: 0, createdat: 5 };
  for (const _id of ['u-2', 'u-3'])
    await db
      .insertInto('users')
      .values({ ...user, _id, email: null, role: 'office' })
      .execute();
  const other = { ...user, _id: 'u-4', email: 'eve@test.example', role: 'owner' as 'admin' };
  await expect(db.insertInto('users').values(other).execute()).rejects.toThrow(/check/i);
  const again = { ...user, _id: 'u-5', email: 'ana@test.example', role: 'student' as const };
  await expect(db.insertInto('users').values(again).execute()).rejects.toThrow(/unique/i);
});
