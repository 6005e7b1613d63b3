import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import { insertOrder } from '#server/features/orders/queries.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertUsers } from '#tests/support/people.ts';
import { openTestSchool } from '#tests/support/school.ts';
import { leasesOf, takeOverJob } from './leases.ts';
import { insertMail } from './outbox.ts';

const MINUTE_MS = 60_000;
const TABLES_OF_WORK = ['orders', 'webhookevents', 'mails', 'webhookmessages'] as const;

let records: OpenDatabase<AllTables>;
const clock = { now: 0 };
const now = () => clock.now;
/** The processes that hold a connection. */
let connected: Set<string>;
let isAway = false;

beforeAll(async () => {
  records = await openTestDatabase();
  for (const tables of TABLES) await migrate(records.db, tables);
});
afterAll(() => records.close());

/** A process; its job runs when the test says so. */
function join(process: string) {
  connected.add(process);
  return takeOverJob({
    db: records.db,
    now,
    process,
    findConnected: async () => {
      if (isAway) throw new Error('The database is away.');
      return connected;
    },
  });
}

/** One piece of every kind of work, due now. */
async function addWork() {
  const { db } = records;
  const moment = now();
  const common = { workat: moment, createdat: moment, attempts: 0 };
  const order = { userid: 'ana', learnerid: 'ana', classid: null, amount: 1, currency: 'usd' };
  await insertOrder(db, { ...order, holduntil: moment, now: moment });
  await db
    .insertInto('webhookevents')
    .values({ _id: 'event', type: 'x', intentid: 'pi', receivedat: moment, workat: moment })
    .execute();
  await db
    .insertInto('mails')
    .values({ ...common, _id: 'mail', kind: 'x', ref: 'x', recipient: 'x', subject: '' })
    .execute();
  await db
    .insertInto('webhookmessages')
    .values({ ...common, _id: 'message', webhookid: 'x', event: 'test', ref: 'x', body: '' })
    .execute();
}

beforeEach(async () => {
  const { db } = records;
  clock.now = Date.UTC(2026, 8, 1);
  connected = new Set();
  for (const table of [...TABLES_OF_WORK, 'processes', 'learners', 'users'] as const)
    await db.deleteFrom(table).execute();
  await insertUsers(db, [
    {
      _id: 'ana',
      uid: 'ana',
      email: 'ana@test.example',
      name: 'Ana',
      photoURL: null,
      role: 'student',
      emailverified: 1,
      validsince: 0,
      createdat: 0,
    },
  ]);
  await db.updateTable('learners').set({ _id: 'ana' }).execute();
  await addWork();
});

/** Has a process claim all there is. */
async function claimAll(process: string) {
  const lease = leasesOf(process)(now() + MINUTE_MS);
  for (const table of TABLES_OF_WORK) await records.db.updateTable(table).set(lease).execute();
}

/** In how long each piece of work is due. */
async function dueIn() {
  const due: (number | null)[] = [];
  for (const table of TABLES_OF_WORK) {
    const { workat } = await records.db.selectFrom(table).select('workat').executeTakeFirstOrThrow();
    due.push(workat === null ? null : workat - now());
  }
  return due;
}
const AT_ONCE = [0, 0, 0, 0];
const AFTER_LEASE = [MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS];

const processes = async () =>
  (await records.db.selectFrom('processes').select('_id').orderBy('_id').execute()).map(({ _id }) => _id);

/** A process that has claimed everything, and one that looks on. */
async function holdAll() {
  const other = join('other');
  const self = join('self');
  await other.run();
  await self.run();
  await claimAll('other');
  const look = async (times: number) => {
    for (let time = 0; time < times; time++) await self.run();
  };
  return { other, self, look };
}

test('what a process had claimed is due at once after three looks without a connection or a word of it', async () => {
  const { look } = await holdAll();
  connected.delete('other');
  await look(2);
  expect(await dueIn()).toEqual(AFTER_LEASE);
  await look(1);
  expect(await dueIn()).toEqual(AT_ONCE);
  expect(await processes()).toEqual(['self']);
});

test('a process that stands still keeps what it holds: its connection is there', async () => {
  const { look } = await holdAll();
  await look(50);
  expect(await dueIn()).toEqual(AFTER_LEASE);
  expect(await processes()).toEqual(['other', 'self']);
});

test('a process whose connection was cut keeps what it holds while it is heard of', async () => {
  const { look } = await holdAll();
  connected.delete('other');
  for (let round = 0; round < 5; round++) {
    await look(2);
    await records.db
      .updateTable('processes')
      .set((eb) => ({ beats: eb('beats', '+', 1) }))
      .where('_id', '=', 'other')
      .execute();
  }
  expect(await dueIn()).toEqual(AFTER_LEASE);
});

test('a process that comes back in time keeps what it holds', async () => {
  const { look } = await holdAll();
  for (let round = 0; round < 3; round++) {
    connected.delete('other');
    await look(2);
    connected.add('other');
    await look(1);
  }
  expect(await dueIn()).toEqual(AFTER_LEASE);
});

test('a process that nobody can see is never taken for dead, and takes nobody for dead: leases hold', async () => {
  const { other, look } = await holdAll();
  connected.delete('other');
  await other.run();
  expect(await processes()).toEqual(['self']);
  await look(10);
  expect(await dueIn()).toEqual(AFTER_LEASE);

  connected.add('other');
  await other.run();
  connected.clear();
  await look(10);
  expect(await dueIn()).toEqual(AFTER_LEASE);
  expect(await processes()).toEqual(['other']);
});

test('of a dead process is taken only what it held: not what ended, was put off, or is another’s', async () => {
  const { look } = await holdAll();
  connected.delete('other');
  const { db } = records;
  await db
    .updateTable('mails')
    .set({ workat: now() + 5 * MINUTE_MS })
    .execute();
  await db.updateTable('webhookevents').set({ workat: null }).execute();
  await db
    .updateTable('webhookmessages')
    .set(leasesOf('self')(now() + MINUTE_MS))
    .execute();
  await look(3);
  expect(await dueIn()).toEqual([0, null, 5 * MINUTE_MS, MINUTE_MS]);
});

test('looks count in a row: one that fails, as while the database is away, begins anew', async () => {
  const { self, look } = await holdAll();
  connected.delete('other');
  await look(2);
  isAway = true;
  await expect(self.run()).rejects.toThrow('away');
  isAway = false;
  await look(3);
  expect(await dueIn()).toEqual(AFTER_LEASE);
  await look(1);
  expect(await dueIn()).toEqual(AT_ONCE);
});

test('a process that is alone writes nothing at its looks', async () => {
  const self = join('self');
  for (let look = 0; look < 5; look++) await self.run();
  const rows = () => records.db.selectFrom('processes').selectAll().execute();
  expect(await rows()).toEqual([{ _id: 'self', beats: 1 }]);
  await join('other').run();
  await self.run();
  expect(await rows()).toContainEqual({ _id: 'self', beats: 2 });
});

test('looks are counted, not time: a clock that leaps kills nobody', async () => {
  const { look } = await holdAll();
  connected.delete('other');
  await look(1);
  clock.now += 30_000;
  await look(1);
  expect(await dueIn()).toEqual([30_000, 30_000, 30_000, 30_000]);
});

test.runIf(inject('dialect') === 'sqlite')(
  'on the embedded database, what the process before had claimed is done soon after the next start',
  async () => {
    const school = await openTestSchool();
    const moment = school.clock.now;
    const letter = { reader: 'account', paragraphs: [] } as const;
    const mail = { kind: 'x', ref: 'x', recipient: 'ana@test.example', subject: '', letter, now: moment };
    await insertMail(school.db, mail);
    await school.db
      .updateTable('mails')
      .set(leasesOf('before')(moment + MINUTE_MS))
      .execute();
    await school.db.insertInto('processes').values({ _id: 'before', beats: 7 }).execute();
    for (let turn = 0; turn < 5; turn++) await school.work();
    expect(await school.db.selectFrom('mails').select('sentat').execute()).toEqual([{ sentat: moment }]);
    await school.close();
  },
);
