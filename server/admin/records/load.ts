import type { Kysely } from 'kysely';
import { Refused } from '#server/admin/command.ts';
import { migrate } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import type { Dialect } from './open-records.ts';
import type { Source } from './source.ts';
import { emptyTable, findContents, findTables, type Table } from './whole-tables.ts';

type Records = { db: Kysely<AllTables>; dialect: Dialect };

/** Throws `Refused` where the source is of a later version than this one. */
export async function checkVersion({ migrations }: Pick<Source, 'migrations'>): Promise<void> {
  for (const [name, run] of Object.entries(migrations)) {
    const known = await TABLES.find((owner) => owner.name === name)?.migrations.getMigrations();
    const strange = run.find((migration) => !known || !Object.hasOwn(known, migration));
    if (strange)
      throw new Refused(
        `It is of a newer version of Cadenza (${name} ${strange}). Take that version. Nothing was changed.`,
      );
  }
  if (!migrations.school?.length) throw new Refused('There is no school in it. Nothing was changed.');
}

/** Throws `Refused` where the records hold any table. */
export async function checkEmpty(records: Records): Promise<void> {
  const tables = await findTables(records);
  if (tables.length === 0) return;
  throw new Refused(
    'The records are not empty: a school, or something else, is in them already. Set DATA_DIR or DATABASE_URL to empty ones. Nothing was changed.',
  );
}

/** Makes the tables as the source has them, all empty. Throws `Refused` where they are not the same. */
export async function makeTables(
  records: Records,
  { migrations, tables }: Pick<Source, 'migrations' | 'tables'>,
): Promise<void> {
  for (const owner of TABLES) {
    const last = migrations[owner.name]?.at(-1);
    if (last) await migrate(records.db, owner, last);
  }
  const made = new Map((await findContents(records)).map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    if (!isSame(made.get(name)?.columns, columns))
      throw new Refused(`Its table ${name} is none of Cadenza's, or a changed one. Nothing was changed.`);
  }
  // Migrations have put rows into some.
  for (const table of [...made.values()].toReversed()) await emptyTable(records, table);
}

const isSame = (some: Table['columns'] = [], others: Table['columns']) =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted());

/** What a start would do: brings tables that were filled up to this version. */
export async function bringUpToDate({ db }: Records): Promise<void> {
  for (const owner of TABLES) await migrate(db, owner);
}
