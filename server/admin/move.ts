import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrationTable, openPostgres, openSqlite, UNFINISHED } from '#server/database/open.ts';
import { forgetBackup } from '#server/database/settings/last-backup.ts';
import { forgetLostLines } from '#server/database/settings/lost-lines.ts';
import { forgetRunningBackups } from '#server/database/settings/running-backups.ts';
import type { AllTables } from '#server/database/tables.ts';
import { type Command, Refused, type Work } from './command.ts';
import { type Digest, openDigest } from './records/digest.ts';
import { bringUpToDate, checkEmpty, checkVersion, makeTables } from './records/load.ts';
import {
  analyzeTables,
  countRows,
  emptyTable,
  findContents,
  findMigrations,
  findTables,
  insertRows,
  readTable,
  setSequences,
  type Table,
  type Value,
  WRITTEN_BY_TRIGGERS,
} from './records/whole-tables.ts';

export const move: Command = {
  name: 'move',
  takes: [],
  flags: {
    to: { type: 'string', help: 'The address of an empty PostgreSQL database' },
    'to-file': {
      type: 'string',
      help: 'A file with that address, so that its password is in no list of processes',
    },
  },
  summary: 'Copies a school from SQLite into PostgreSQL',
  help: [
    'The school must be stopped; it is copied row by row from DATA_DIR, which is not changed. A move that was cut off goes on where it stopped when it is given again; no school opens a database into which a move is not finished. If the school has run in between, it begins anew.',
    'At the end every table of the two is compared, by the number of its rows and a checksum over all of them. Pictures stay where they are.',
    'Afterwards set DATABASE_URL to the address and start the school, with the same DATA_DIR.',
  ],
  async run(work, _args, flags) {
    const url = readAddress(flags);
    const { config, progress } = work;
    if (config.databaseUrl)
      throw new Refused(
        'DATABASE_URL is set: the school is on PostgreSQL. backup and restore bring it to another.',
      );
    if (!existsSync(join(config.dataDir, 'cadenza.sqlite')))
      throw new Refused(`There is no school in ${config.dataDir}. Set DATA_DIR to where it is.`);
    const moved = await moveTo(work, url).finally(progress.end);
    return {
      lines: [
        `${moved.rows} rows of ${moved.tables} tables were copied and compared. Set DATABASE_URL, start the school, then run doctor.`,
        `Do not start it on ${join(config.dataDir, 'cadenza.sqlite')} again: what it writes there would be missing.`,
      ],
      data: moved,
    };
  },
};

function readAddress(flags: Record<string, unknown>): string {
  const file = flags['to-file'];
  if ((flags.to === undefined) === (file === undefined))
    throw new Refused('Say where to: --to postgres://…, or --to-file FILE with the address in it.');
  const address = file === undefined ? String(flags.to) : readFileSync(String(file), 'utf8').trim();
  if (/^postgres(ql)?:\/\//.test(address) && URL.canParse(address)) return address;
  throw new Refused('The address must be one of PostgreSQL, such as postgres://user@host/name.');
}

type Records = { db: Kysely<AllTables>; dialect: 'sqlite' | 'postgres' };
/** A table of the source, what it holds, and how much of it has been copied. */
type Part = Table & Digest & { copied: number };

async function moveTo({ config, progress }: Work, url: string) {
  const source = openSqlite<AllTables>(config.dataDir);
  try {
    const migrations = await findMigrations(source);
    await checkVersion({ migrations });
    const tables = await findContents(source);
    let total = 0;
    for (const table of tables) total += await countRows(source, table);
    progress.start('Reading', total);
    const parts: Part[] = [];
    for (const table of tables)
      parts.push({ ...table, ...(await digestOf(source, table, progress.add)), copied: 0 });

    const target = openPostgres<AllTables>(url, { onCut: () => {} });
    try {
      return await target.alone(async (db) => {
        const records: Records = { db, dialect: 'postgres' };
        const continued = await findOrBegin(records, { migrations, parts });
        progress.start('Copying', total);
        for (const part of continued) await copyRest(source, records, part, progress.add);
        progress.start('Comparing', total);
        await compare(records, parts, progress.add);
        await finish(records);
        const before = continued.reduce((sum, { copied }) => sum + copied, 0);
        return { rows: total, tables: tables.length, copiedBefore: before };
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function digestOf(records: Records, table: Table, onRows: (count: number) => void): Promise<Digest> {
  const digest = openDigest();
  for await (const rows of readTable(records, table)) {
    digest.add(rows);
    onRows(rows.length);
  }
  return digest.read();
}

/** Marked until then, the records are of no version that opens them. */
const MARKED = sql.table(migrationTable(schoolTables));

/** How far the move is; gone when it is finished. */
const PROGRESS = sql.table('unfinished_move');
type Begun = { parts: readonly Part[]; migrations: Record<string, string[]> };

/**
 * What is to be copied and how much of it is there. Throws `Refused` where something else than this move has
 * written into the target.
 */
async function findOrBegin(target: Records, begun: Begun): Promise<Part[]> {
  const there = await findTables(target);
  if (!there.some(({ name }) => name === 'unfinished_move')) {
    await checkEmpty(target);
    return begin(target, begun);
  }
  const { rows } = await sql<{
    part: string;
    sum: string;
    copied: number;
  }>`select * from ${PROGRESS}`.execute(target.db);
  const known = new Map(rows.map((row) => [row.part, row]));
  const isSame = begun.parts.every(({ name, sum }) => known.get(name)?.sum === sum);
  if (isSame) return begun.parts.map((part) => ({ ...part, copied: Number(known.get(part.name)?.copied) }));
  // The school has run in between: all that is there is of this move, and goes.
  await target.db.transaction().execute(async (tx) => {
    for (const { name } of there) await sql`drop table ${sql.table(name)} cascade`.execute(tx);
  });
  return begin(target, begun);
}

async function begin({ db, dialect }: Records, { parts, migrations }: Begun): Promise<Part[]> {
  await db.transaction().execute(async (tx) => {
    const tables = parts.map(({ name, columns, rows }) => ({ name, columns, rows }));
    await makeTables({ db: tx, dialect }, { migrations, tables });
    await sql`create table ${PROGRESS} (part text primary key, sum text not null, copied bigint not null)`.execute(
      tx,
    );
    for (const { name, sum } of parts)
      await sql`insert into ${PROGRESS} (part, sum, copied) values (${name}, ${sum}, 0)`.execute(tx);
    await sql`insert into ${MARKED} (name, timestamp) values (${UNFINISHED}, '')`.execute(tx);
  });
  return [...parts];
}

/** Rows come in the order of their key, the same each time: those that are there already are the first. */
async function copyRest(source: Records, target: Records, part: Part, onRows: (count: number) => void) {
  const { name, copied } = part;
  if (name === WRITTEN_BY_TRIGGERS && copied === 0) await emptyTable(target, part);
  if (copied === part.rows) {
    onRows(copied);
    return;
  }
  let read = 0;
  for await (const rows of readTable(source, part)) {
    const fresh = rows.slice(Math.max(0, copied - read));
    read += rows.length;
    if (fresh.length > 0) await copySome(target, { table: part, rows: fresh, name, upTo: read });
    onRows(rows.length);
  }
}

type Some = { table: Table; rows: Value[][]; name: string; upTo: number };

async function copySome({ db, dialect }: Records, { table, rows, name, upTo }: Some) {
  await db.transaction().execute(async (tx) => {
    await insertRows({ db: tx, dialect }, table, rows);
    await sql`update ${PROGRESS} set copied = ${upTo} where part = ${name}`.execute(tx);
  });
}

/** Throws `Refused` where a table is not what it was in the source; the next run begins anew then. */
async function compare({ db, dialect }: Records, parts: readonly Part[], onRows: (count: number) => void) {
  const differing: string[] = [];
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      for (const part of parts) {
        const { rows, sum } = await digestOf({ db: tx, dialect }, part, onRows);
        if (rows !== part.rows || sum !== part.sum) differing.push(part.name);
      }
    });
  if (differing.length === 0) return;
  await sql`update ${PROGRESS} set sum = 'differs'`.execute(db);
  throw new Refused(
    `The copy differs in ${differing.join(', ')}: something else writes into that database. Nothing opens it; the next move begins anew.`,
  );
}

async function finish({ db, dialect }: Records) {
  await db.transaction().execute(async (tx) => {
    await sql`drop table ${PROGRESS}`.execute(tx);
    await sql`delete from ${MARKED} where name = ${UNFINISHED}`.execute(tx);
    await setSequences({ db: tx, dialect });
    await bringUpToDate({ db: tx, dialect });
    await forgetBackup(tx);
    await forgetRunningBackups(tx);
    await forgetLostLines(tx);
    await analyzeTables({ db: tx, dialect });
  });
}
