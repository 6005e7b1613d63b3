import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { migrate, type OpenDatabase } from './open.ts';
import { prepared } from './prepared.ts';
import { type AllTables, TABLES } from './tables.ts';

let [one, other]: OpenDatabase<AllTables>[] = [];
beforeAll(async () => {
  [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  for (const { db } of [one, other]) for (const tables of TABLES) await migrate(db, tables);
});
afterAll(() => Promise.all([one?.close(), other?.close()]));

const insertEvent = prepared((db, event: { _id: string; intentid: string | null; at: number }) =>
  db
    .insertInto('webhookevents')
    .values({ _id: event._id, type: 'a', intentid: event.intentid, receivedat: event.at, workat: null }),
);
let writings = 0;
const findEvents = prepared((db, { ids, at }: { ids: readonly string[]; at: number }) => {
  writings++;
  return db
    .selectFrom('webhookevents')
    .select(['_id', 'intentid'])
    .where('receivedat', '=', at)
    .where('_id', 'in', ids)
    .orderBy('_id');
});

test('a prepared query gets the values of each call, lists of any length among them, on any database', async () => {
  if (!one || !other) throw new Error('No database is open.');
  await insertEvent(one.db, { _id: 'e-1', intentid: 'pi_1', at: 5 });
  await one.db.transaction().execute(async (tx) => {
    await insertEvent(tx, { _id: 'e-2', intentid: null, at: 5 });
    expect(await findEvents(tx, { ids: ['e-2'], at: 5 })).toEqual([{ _id: 'e-2', intentid: null }]);
  });
  await insertEvent(other.db, { _id: 'e-1', intentid: 'pi_9', at: 6 });
  const find = (ids: string[], at: number, { db } = one as OpenDatabase<AllTables>) =>
    findEvents(db, { ids, at });
  expect(await find(['e-1'], 5)).toEqual([{ _id: 'e-1', intentid: 'pi_1' }]);
  expect(await find(['e-1'], 6)).toEqual([]);
  expect((await find(['e-2', 'e-1'], 5)).map(({ _id }) => _id)).toEqual(['e-1', 'e-2']);
  expect((await find(['e-1', 'e-3'], 5)).map(({ _id }) => _id)).toEqual(['e-1']);
  expect(await find(['e-1'], 6, other)).toEqual([{ _id: 'e-1', intentid: 'pi_9' }]);
  // Two lengths on the first database, one on the other.
  expect(writings).toBe(3);
});

type Receipt = { _id: string; type: string; receivedat: number; intentid?: string };
const insertRow = prepared((db, row: Receipt) => db.insertInto('webhookevents').values(row));

test('a row with columns left out keeps none of another’s', async () => {
  if (!one) throw new Error('No database is open.');
  await insertRow(one.db, { _id: 'r-1', type: 'a', receivedat: 7 });
  await insertRow(one.db, { _id: 'r-2', type: 'a', receivedat: 7, intentid: 'pi_2' });
  await insertRow(one.db, { receivedat: 7, intentid: 'pi_3', type: 'a', _id: 'r-3' });
  const rows = one.db.selectFrom('webhookevents').select(['_id', 'intentid']).where('receivedat', '=', 7);
  expect(await rows.orderBy('_id').execute()).toEqual([
    { _id: 'r-1', intentid: null },
    { _id: 'r-2', intentid: 'pi_2' },
    { _id: 'r-3', intentid: 'pi_3' },
  ]);
});
