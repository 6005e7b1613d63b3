import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { makePostgresDatabase, openTestDatabase } from '#tests/support/database.ts';
import { openDatabaseWay } from '#tests/support/database-way.ts';
import { migrate, openPostgres, ping } from './open.ts';
import { isOutage } from './outage.ts';
import type { Database } from './schema.ts';

test.runIf(inject('dialect') === 'postgres')(
  'a database that falls silent is an outage after a while, not a wait for ever',
  async () => {
    const way = await openDatabaseWay(await makePostgresDatabase());
    const { db, close } = openPostgres<Database>(way.url, { max: 1, onCut: () => {} });
    await ping(db);
    way.silence(true);
    expect(await ping(db).catch((error) => isOutage(error))).toBe(true);
    await way.close();
    await close();
  },
);

/** What became of a piece of work: done, refused as an outage, or refused otherwise. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (isOutage(error) ? 'outage' : error),
  );

test.runIf(inject('dialect') === 'postgres')(
  'connections cut while queries and transactions run are outages, and the next call works',
  async () => {
    const url = await makePostgresDatabase();
    let onCut = (_: Error) => {};
    const { db, close } = openPostgres<Database>(url, { max: 4, onCut: (error) => onCut(error) });
    const other = openPostgres<Database>(url, { max: 1, onCut: () => {} });
    const busy = [
      outcomeOf(sql`select pg_sleep(60)`.execute(db)),
      outcomeOf(db.transaction().execute((tx) => sql`select pg_sleep(60)`.execute(tx))),
    ];
    const sleepers = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    while ((await sleepers.execute(other.db)).rows.length < busy.length);
    const cutAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await cutAll.execute(other.db);
    expect(await Promise.all(busy)).toEqual(['outage', 'outage']);
    expect(await outcomeOf(ping(db))).toBe('done');

    // The holder of the log is told of the connection that lay idle.
    const told = new Promise<Error>((resolve) => {
      onCut = resolve;
    });
    await cutAll.execute(other.db);
    expect((await told).message).toMatch(/terminat/);
    expect(await outcomeOf(ping(db))).toBe('done');
    await other.close();
    await close();
  },
);

test.runIf(inject('dialect') === 'postgres')(
  'what one process does alone another waits for, and does not when that process is gone',
  async () => {
    const url = await makePostgresDatabase();
    const open = () => openPostgres<Database>(url, { onCut: () => {} });
    const [first, second] = [open(), open()];
    const events: string[] = [];
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const one = first.alone(async () => {
      begun.resolve();
      await end.promise;
      events.push('first');
    });
    await begun.promise;
    const other = second.alone(async () => events.push('second'));
    for (let look = 0; look < 20; look++) await ping(second.db);
    end.resolve();
    await Promise.all([one, other]);
    expect(events).toEqual(['first', 'second']);

    const held = Promise.withResolvers<void>();
    const forEver = first.alone(() => {
      held.resolve();
      return new Promise<never>(() => {});
    });
    void forEver;
    await held.promise;
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      second.db,
    );
    expect(await second.alone(async () => 'alone')).toBe('alone');
    await second.close();
  },
);

test.runIf(inject('dialect') === 'postgres')('no statement is compiled', async () => {
  const { db, close } = openPostgres<Database>(await makePostgresDatabase(), { onCut: () => {} });
  expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }]);
  await close();
});

test.runIf(inject('dialect') === 'postgres')(
  'a statement has ten seconds, and all the time it needs where a table is rebuilt',
  async () => {
    const { db, alone, close } = openPostgres<Database>(await makePostgresDatabase(), { onCut: () => {} });
    const limit = async (one: Kysely<Database>) =>
      (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(one)).rows[0]
        ?.statement_timeout;
    expect(await limit(db)).toBe('10s');
    expect(await alone(limit)).toBe('0');
    await close();
  },
);

test('migrations that end half-way leave nothing behind, so that the next start makes them all', async () => {
  const { db, close } = await openTestDatabase();
  let isCut = true;
  const make = (name: string) => ({
    async up(tx: Kysely<unknown>) {
      await tx.schema.createTable(name).addColumn('_id', 'text').execute();
      if (isCut && name === 'second') throw new Error('cut');
    },
  });
  const owner = {
    name: 'halfway',
    migrations: { getMigrations: async () => ({ '001': make('first'), '002': make('second') }) },
  };
  await expect(migrate(db, owner)).rejects.toThrow('cut');
  isCut = false;
  await migrate(db, owner);
  await sql`select * from first, second`.execute(db);
  await close();
});
