import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { forgetBackup, noteBackup } from '#server/database/settings/last-backup.ts';
import { findUncounted, makePlace, type Place, readAll } from '#tests/support/admin.ts';
import { openTestSchool } from '#tests/support/school.ts';
import { insertRows, setSequences } from './records/whole-tables.ts';

const OLD = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'school-0.1.0', 'data.sqlite.gz');
const MAIN = join(import.meta.dirname, '..', 'admin.ts');

describe.skipIf(inject('dialect') === 'sqlite')('a move to PostgreSQL', () => {
  let from: Place;
  let to: Place;
  let url: string;
  const run = () => from.admin('move', '--to', url, '--json');

  beforeEach(async () => {
    const old = await makePlace('sqlite');
    old.write('cadenza.sqlite', gunzipSync(readFileSync(OLD)));
    from = await makePlace('sqlite');
    expect(await from.admin('restore', old.folder)).toMatchObject({ code: 0 });
    old.remove();
    to = await makePlace('postgres');
    url = String(to.env.DATABASE_URL);
  });
  afterEach(() => {
    from.remove();
    to.remove();
  });

  test('takes every row, and the school goes on where it was', async () => {
    const before = await from.records(readAll);
    await from.records(({ db }) => noteBackup(db, Date.now()));
    expect(await run()).toMatchObject({ code: 0, err: '' });
    expect(await to.records(readAll)).toEqual(before);
    expect(await to.records(findUncounted)).toEqual([]);
    await from.records(({ db }) => forgetBackup(db));
    expect(await from.records(readAll)).toEqual(before);
    expect(await to.admin('doctor')).toMatchObject({ code: 0 });
    const school = await openTestSchool({ env: to.env, records: to.open() });
    expect((await school.call('GET', '/classes/all')).body.length).toBeGreaterThan(5);
    await school.close();
  });

  test('is refused while the school runs, and into records that are not empty', async () => {
    const running = from.open();
    expect((await run()).out).toMatch(/Another process already uses the data folder/);
    await running.close();
    await to.records(({ db }) => sql`create table somebody_elses (id integer)`.execute(db));
    expect((await run()).out).toMatch(/not empty/);
  });

  /** A move that is killed once some tables are there and the last of them are not. */
  async function killInTheMiddle() {
    const child = spawn(process.execPath, [MAIN, 'move', '--to', url], {
      env: from.env,
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    const client = new pg.Client(url);
    await client.connect();
    const isThere = async () =>
      (await client.query(`select to_regclass('unfinished_move') as found`)).rows[0].found !== null;
    while (!(await isThere())) await sleep(2);
    // From here on it waits for the table that comes last.
    await client.query('begin; lock table webhookevents in access exclusive mode');
    const copied = async () =>
      Number((await client.query(`select copied from unfinished_move where part = 'users'`)).rows[0].copied);
    while ((await copied()) === 0) await sleep(2);
    child.kill('SIGKILL');
    expect(await exited).toBe('SIGKILL');
    await client.end();
  }

  test('that was killed opens for nobody and goes on where it stopped', async () => {
    await killInTheMiddle();
    await expect(openTestSchool({ env: to.env, records: to.open() })).rejects.toThrow(
      /being moved into this database, and the move is not finished/,
    );
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(JSON.parse(out).copiedBefore).toBeGreaterThan(0);
    expect(await to.records(readAll)).toEqual(await from.records(readAll));
  });

  test('finds a row that is another in the copy, or that the school has run in between, and begins anew', async () => {
    await killInTheMiddle();
    await to.records(({ db }) => db.updateTable('users').set({ role: 'admin' }).execute());
    const refused = await run();
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/The copy differs in users/);
    await from.records(({ db }) => db.updateTable('users').set({ name: 'Somebody else' }).execute());
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(JSON.parse(out).copiedBefore).toBe(0);
    expect(await to.records(readAll)).toEqual(await from.records(readAll));
  });

  test('lets numbers that the database gives out go on after the greatest', async () => {
    await to.records(async ({ db, dialect }) => {
      await sql`create table counted (id integer generated always as identity primary key, name text)`.execute(
        db,
      );
      await insertRows({ db, dialect }, { name: 'counted', columns: ['id', 'name'] }, [[7, 'seven']]);
      await setSequences({ db, dialect });
      const added = await sql`insert into counted (name) values ('next') returning id`.execute(db);
      expect(added.rows).toEqual([{ id: 8 }]);
    });
  });
});

test.runIf(inject('dialect') === 'sqlite')('a move says what it needs', async () => {
  const from = await makePlace('sqlite');
  expect((await from.admin('move')).err).toMatch(/--to postgres/);
  expect((await from.admin('move', '--to', 'mysql://host/name')).err).toMatch(/must be one of PostgreSQL/);
  expect((await from.admin('move', '--to', 'postgres://host/name')).err).toMatch(/There is no school in/);
  from.remove();
});
