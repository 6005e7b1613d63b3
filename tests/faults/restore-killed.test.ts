import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeArchive } from '#server/admin/records/archive.ts';
import { countRows } from '#server/admin/records/whole-tables.ts';
import { schoolTables } from '#server/database/migrations/index.ts';
import { type Kind, makePlace, type Place, readAll } from '#tests/support/admin.ts';
import { report } from '#tests/support/proof.ts';

/* A restore is all or nothing, whenever its process dies. */

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'admin.ts');
const ROWS = 60_000;
const AT_ONCE = 1000;
/** More than SQLite keeps in memory of a transaction: the file grows while rows are still coming. */
const WRITTEN_BYTES = 4_000_000;

let from: Place;
let backup: string;
beforeAll(async () => {
  from = await makePlace('sqlite');
  backup = from.file('long.backup');
  const filled = ['_id', 'about', 'subjectid', 'subjectname', 'action', 'createdat'];
  const unfilled = ['before', 'after', 'note', 'actorid', 'actorname', 'learnerid', 'keyname'];
  const empty = unfilled.map(() => null);
  const rowOf = (at: number) => [`c-${at}`, 'class', `s-${at}`, 'A class', 'approved', at, ...empty];
  await writeArchive(
    backup,
    (async function* () {
      for (let at = 0; at < ROWS; at += AT_ONCE) {
        const rows = Array.from({ length: AT_ONCE }, (_, next) => rowOf(at + next));
        yield { kind: 'rows' as const, table: 'changes', rows };
      }
    })(),
    {
      version: '0',
      madeat: 0,
      dialect: 'sqlite',
      migrations: { school: Object.keys(await schoolTables.migrations.getMigrations()) },
      tables: [{ name: 'changes', columns: [...filled, ...unfilled] }],
    },
  );
});
afterAll(() => from.remove());

/** Resolves once rows are being written. */
async function writing(to: Place, client: pg.Client | undefined) {
  const isWriting = async () => {
    if (!client)
      return (statSync(to.file('cadenza.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0) > WRITTEN_BYTES;
    const active = `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into "changes"%'`;
    return ((await client.query(active)).rowCount ?? 0) > 0;
  };
  while (!(await isWriting())) await sleep(5);
}

test.each<Kind>(['sqlite', 'postgres'])(
  'a restore into %s that is killed leaves nothing, and the next is whole',
  async (kind) => {
    const to = await makePlace(kind);
    const client = to.env.DATABASE_URL ? new pg.Client(to.env.DATABASE_URL) : undefined;
    await client?.connect();
    const child = spawn(process.execPath, [MAIN, 'restore', backup], { env: to.env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    await Promise.race([writing(to, client), ended]);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await client?.end();

    const left = await to.records(readAll);
    report({ 'restores killed': 1, 'tables they left': Object.keys(left).length });
    expect(left).toEqual({});
    expect(await to.admin('restore', backup)).toMatchObject({ code: 0, err: '' });
    expect(await to.records((records) => countRows(records, { name: 'changes' }))).toBe(ROWS);
    to.remove();
  },
);
