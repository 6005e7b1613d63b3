import { type Kysely, sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { type OpenDatabase, openPostgres, openSqliteInMemory } from './open.ts';
import type { Database, Db } from './schema.ts';
import { afterCommit, atOnce, isPartOfWhole, LostRace, onceCommitted, transactWhole } from './transact.ts';

type Tables = { notes: { id: number; text: string } };

let records: OpenDatabase<Tables>;
let db: Kysely<Tables>;
const open = async () =>
  inject('dialect') === 'sqlite'
    ? openSqliteInMemory<Tables>()
    : openPostgres<Tables>(await makePostgresDatabase(), { max: 2, onCut: () => {} });
beforeEach(async () => {
  records = await open();
  db = records.db;
  await sql`create table notes (id integer primary key, text text not null)`.execute(db);
});
afterEach(() => records.close());

const note = (id: number, text = 'a') => ({ id, text });
/** A turn of the event loop is over after five milliseconds: each statement has one of its own from then on. */
function useUpTurn(ms = 10) {
  for (const until = performance.now() + ms; performance.now() < until; );
}
const insert = (tx: Kysely<Tables>, id: number) => tx.insertInto('notes').values(note(id)).execute();
const texts = async () => {
  const rows = await db.selectFrom('notes').select('text').orderBy('id').execute();
  return rows.map(({ text }) => text);
};

test('an insert that breaks a rule undoes its transaction, whether statements come before it, after it or with it', async () => {
  await insert(db, 1);
  const change = (tx: Kysely<Tables>) => tx.updateTable('notes').set({ text: 'b' }).execute();
  const ways: ((tx: Transaction<Tables>) => Promise<unknown>)[] = [
    (tx) => insert(tx, 1),
    async (tx) => {
      await change(tx);
      await insert(tx, 2);
      await insert(tx, 1);
    },
    async (tx) => {
      await insert(tx, 1);
      await change(tx);
    },
    (tx) => Promise.all([change(tx), insert(tx, 1), change(tx)]),
  ];
  for (const work of ways) await expect(db.transaction().execute(work)).rejects.toThrow(/unique/i);
  expect(await texts()).toEqual(['a']);
});

test('what waits for its turn while its transaction fails is undone with it', async () => {
  await insert(db, 1);
  const school = db as unknown as Kysely<Database>;
  const ways: ((work: (one: Kysely<Tables>) => Promise<unknown>) => Promise<unknown>)[] = [
    (work) => db.transaction().execute(work),
    (work) => transactWhole(school, () => work(db)),
    (work) => transactWhole(school, () => db.transaction().execute(work)),
  ];
  for (const way of ways) {
    const failed = way((one) => {
      useUpTurn();
      const change = () => one.updateTable('notes').set({ text: 'b' }).execute();
      return Promise.all([change(), insert(one, 1), change(), change()]);
    });
    await expect(failed).rejects.toThrow(/unique/i);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await texts()).toEqual(['a']);
  }
});

test('a statement that is to be kept from then on is undone with the transaction that failed before it', async () => {
  const change = (one: Kysely<Tables>) => one.updateTable('notes').set({ text: 'b' }).execute();
  await insert(db, 1);
  const failed = db.transaction().execute((tx) =>
    insert(tx, 1).catch(async (error) => {
      // PostgreSQL keeps it from the fifth use on, which the failure forbids: it does not know the sixth.
      void Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => change(tx)));
      for (let step = 0; step < 100; step++) await undefined;
      // Their answers are read together with that of the rollback, which is sent meanwhile.
      setImmediate(() => useUpTurn(100));
      throw error;
    }),
  );
  await expect(failed).rejects.toThrow(/unique/i);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await texts()).toEqual(['a']);
});

test('what is inserted shows to the next statement of its transaction, and to everybody afterwards', async () => {
  const seen = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('notes')
      .values([note(1), note(2)])
      .executeTakeFirstOrThrow();
    const rows = await tx.selectFrom('notes').selectAll().execute();
    return [numInsertedOrUpdatedRows, rows.length];
  });
  expect(seen).toEqual([2n, 2]);
  expect(await texts()).toHaveLength(2);
});

test('a transaction one of whose statements at once fails is over, and leaves nothing behind', async () => {
  await insert(db, 1);
  const failed = db.transaction().execute(async (tx) => {
    await tx.updateTable('notes').set({ text: 'b' }).execute();
    await Promise.allSettled([
      sql`select * from nowhere`.execute(tx),
      tx.updateTable('notes').set({ text: 'c' }).execute(),
    ]);
    throw new Error('enough');
  });
  await expect(failed).rejects.toThrow('enough');
  for (let use = 0; use < 3; use++) expect(await texts()).toEqual(['a']);
});

test('what is asked at once is answered in the order in which it was asked, and the first refusal is the one that is told', async () => {
  await insert(db, 1);
  const find = async (one: Db) => (await sql`select id from notes`.execute(one)).rows;
  const refuseLate = (one: Db) =>
    find(one).then(() => {
      throw new Error('first');
    });
  const school = db as unknown as Kysely<Database>;
  const inTransaction = <T>(work: (one: Db) => Promise<T>) => school.transaction().execute(work);
  for (const on of [<T>(work: (one: Db) => Promise<T>) => work(school), inTransaction]) {
    const found = await on((one) => atOnce(one, (at) => [find(at), 'known', find(at)]));
    expect(found).toEqual([[{ id: 1 }], 'known', [{ id: 1 }]]);
    const refused = on((one) =>
      atOnce(one, (at) => [refuseLate(at), Promise.reject(new Error('second')), find(at)]),
    );
    await expect(refused).rejects.toThrow('first');
  }
});

test('work that goes on after its transaction has failed does nothing more, least of all outside of it', async () => {
  const late = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<unknown>();
  const work = db.transaction().execute(async (tx) => {
    const goesOn = insert(tx, 1)
      .then(() => late.promise)
      .then(() => insert(tx, 2));
    goesOn.catch(gone.resolve);
    await sql`select * from nowhere`.execute(tx);
  });
  await expect(work).rejects.toThrow(/nowhere/);
  late.resolve();
  expect(String(await gone.promise)).toMatch('The transaction is over.');
  expect(await texts()).toEqual([]);
});

test.runIf(inject('dialect') === 'postgres')(
  'rows that are fetched have the columns of their cursor',
  async () => {
    await insert(db, 1);
    const fetched = async (column: 'id' | 'text') =>
      db.transaction().execute(async (tx) => {
        await sql`declare some_notes cursor for select ${sql.ref(column)} from notes`.execute(tx);
        return (await sql`fetch 10 from some_notes`.execute(tx)).rows;
      });
    for (let use = 0; use < 8; use++) expect(await fetched('id')).toEqual([{ id: 1 }]);
    expect(await fetched('text')).toEqual([{ text: 'a' }]);
  },
);

test.runIf(inject('dialect') === 'postgres')(
  'a column that another version adds meanwhile disturbs no prepared statement',
  async () => {
    const read = (one: Kysely<Tables>) => one.selectFrom('notes').selectAll().execute();
    await insert(db, 1);
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`;
    for (const column of ['one', 'two']) {
      for (let use = 0; use < 12; use++) await Promise.all([read(db), read(db)]);
      expect((await prepared.execute(db)).rows).toContainEqual({
        statement: 'select * from "notes"',
      });
      await sql`alter table notes add column ${sql.ref(column)} text`.execute(db);
      const inside = db.transaction().execute((tx) => read(tx));
      expect([await read(db), await inside]).toMatchObject([[{ [column]: null }], [{ [column]: null }]]);
    }
  },
);

test('what follows a commit is done once, after it, and not at all after a rollback', async () => {
  const done: string[] = [];
  let attempts = 0;
  await db.transaction().execute(async (tx) => {
    await insert(tx, 1);
    afterCommit(() => done.push(`attempt ${attempts}`));
    if (++attempts === 1) throw new LostRace('Once more.');
    expect(done).toEqual([]);
  });
  expect(done).toEqual(['attempt 2']);
  await expect(
    db.transaction().execute(async (tx) => {
      await insert(tx, 2);
      afterCommit(() => done.push('never'));
      throw new Error('No.');
    }),
  ).rejects.toThrow('No.');
  expect(done).toEqual(['attempt 2']);
  expect(await texts()).toEqual(['a']);
  expect(() => afterCommit(() => {})).toThrow('There is no transaction');
});

test('what follows a commit cannot undo it', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await insert(tx, 1);
    afterCommit(() => {
      throw new Error('Too late.');
    });
  });
  await expect(failing).rejects.toThrow('Too late.');
  await insert(db, 2);
  expect(await texts()).toEqual(['a', 'a']);
});

describe('a transaction of several calls', () => {
  const whole = <T>(work: () => Promise<T>) => transactWhole(db as unknown as Kysely<Database>, work);
  const ids = async () => {
    const rows = await db.selectFrom('notes').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };

  test('holds what they do in transactions of their own, at once and outside of any, and is undone with all of it', async () => {
    const done: string[] = [];
    const work = async () => {
      await insert(db, 1);
      await Promise.all([
        db.transaction().execute(async (tx) => {
          await insert(tx, 2);
          afterCommit(() => done.push('after'));
        }),
        db.transaction().execute((tx) => insert(tx, 3)),
      ]);
      onceCommitted(() => done.push('once'));
      expect([await ids(), done, isPartOfWhole()]).toEqual([[1, 2, 3], [], true]);
    };
    const failing = whole(async () => {
      await work();
      throw new Error('In the end.');
    });
    await expect(failing).rejects.toThrow('In the end.');
    expect([await ids(), done, isPartOfWhole()]).toEqual([[], [], false]);
    await whole(work);
    expect([await ids(), done]).toEqual([
      [1, 2, 3],
      ['after', 'once'],
    ]);
  });

  test('lets nothing into it that a part asks for once that has failed', async () => {
    let late: Promise<unknown> | undefined;
    await whole(async () => {
      const failing = db.transaction().execute(async (tx) => {
        setImmediate(() => {
          late = insert(tx, 1).catch(String);
        });
        useUpTurn();
        throw new Error('enough');
      });
      await expect(failing).rejects.toThrow('enough');
      await expect.poll(() => late).toContain('The transaction is over.');
    });
    expect(await ids()).toEqual([]);
  });

  test('goes on after a part of it that failed, which alone is undone', async () => {
    await whole(async () => {
      await insert(db, 1);
      const part = db.transaction().execute(async (tx) => {
        await insert(tx, 2);
        throw new Error('Refused.');
      });
      await expect(part).rejects.toThrow('Refused.');
      await db.transaction().execute((tx) => insert(tx, 3));
    });
    expect(await ids()).toEqual([1, 3]);
  });

  test('is done again where a part lost a race, whatever became of that', async () => {
    let times = 0;
    const answer = await whole(async () => {
      await insert(db, 1);
      times++;
      const part = db.transaction().execute(async (tx) => {
        await insert(tx, 2);
        if (times === 1) throw new LostRace();
      });
      await part.catch(() => {
        throw new Error('A call that could not go on.');
      });
      return 'done';
    });
    expect([answer, times, await ids()]).toEqual(['done', 2, [1, 2]]);
  });

  test('takes in nothing that is still under way when it is over', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    await whole(async () => {
      await insert(db, 1);
      late = over.then(() => insert(db, 2));
    });
    end();
    await late;
    expect(await ids()).toEqual([1, 2]);
  });
});
