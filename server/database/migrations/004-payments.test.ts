import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertRows } from '#tests/support/old-tables.ts';
import * as school from './001-school.ts';
import * as payments from './004-payments.ts';

let records: OpenDatabase<Database>;
beforeAll(async () => {
  records = await openTestDatabase();
});
afterAll(() => records.close());

test('the books and the log of a school of version 0.1.0 come along, and take what is new', async () => {
  const { db } = records;
  const upTo = (migrations: object) =>
    migrate(db as never, { name: 'school', migrations: { getMigrations: async () => migrations as never } });
  await upTo({ '001-school': school });
  const order = {
    _id: 'o-1',
    email: 'lena@test.example',
    classid: null,
    amount: 6000,
    currency: 'usd',
    state: 'refund_failed' as const,
    intentid: 'pi_1',
    clientsecret: null,
    paidat: 1,
    cardlast4: null,
    refundid: null,
    refundattempt: 1,
    reason: null,
    workat: null,
    holduntil: 1,
    createdat: 1,
    updatedat: 1,
  };
  await insertRows(db, 'orders', [order]);
  const charge = {
    _id: 'l-1',
    orderid: 'o-1',
    kind: 'charge' as const,
    ref: 'ch_1',
    amount: 6000,
    createdat: 1,
  };
  await db.insertInto('ledger').values(charge).execute();
  const line = {
    _id: 'c-1',
    about: 'class' as const,
    subjectid: 'k-1',
    subjectname: 'Harp',
    action: 'approved' as const,
    before: 'pending',
    after: 'approved',
    note: null,
    actorid: null,
    actorname: null,
    createdat: 1,
  };
  await db.insertInto('changes').values(line).execute();

  await upTo({ '001-school': school, '004-payments': payments });
  expect(await db.selectFrom('ledger').selectAll().execute()).toEqual([charge]);
  expect(await db.selectFrom('changes').selectAll().execute()).toEqual([line]);
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([
    { ...order, withdrawn: 0, goodwill: 0, attention: 'refund-failed' },
  ]);
  const taken = { ...charge, _id: 'l-2', kind: 'chargeback' as const, ref: 'du_1' };
  await db.insertInto('ledger').values(taken).execute();
  await db
    .insertInto('changes')
    .values({ ...line, _id: 'c-2', about: 'payment' })
    .execute();
  await expect(
    db
      .insertInto('ledger')
      .values({ ...charge, _id: 'l-3', ref: 'ch_2' })
      .execute(),
  ).rejects.toThrow();
});
