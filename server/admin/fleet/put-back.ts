import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Refused } from '#server/admin/command.ts';
import { findTables } from '#server/admin/records/whole-tables.ts';
import type { Config } from '#server/config/config.ts';
import { openPostgres } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { writeBackup } from './backup.ts';
import { readSettings, type SchoolFolder } from './folders.ts';
import type { Entry } from './journal.ts';
import { lookAt } from './look.ts';
import { faultOf } from './outcomes.ts';
import { adminIn, type Env } from './run-school.ts';

/** The records, and the lock in which it stands that there were some. */
const RECORDS = ['cadenza.sqlite', 'cadenza.sqlite-wal', 'cadenza.sqlite-shm', 'cadenza.lock'];

type Options = { folder: string; env: Env; now: number };

/**
 * Brings the records of a stopped school back to what its release of before can open; may be repeated.
 * Records whose tables are as they were stay as they are, with what was written since. Others are kept, as a
 * backup where they can be read and aside on SQLite, before the backup of before is restored. Gives what was
 * done, as a sentence. Throws `Refused`; records on PostgreSQL that cannot be kept are left alone.
 */
export async function putRecordsBack(school: SchoolFolder, entry: Entry, options: Options): Promise<string> {
  const { backup, from, to } = entry;
  if (!backup) return 'Its records were not touched.';
  const config = readSettings(school);
  const look = await lookAt(config).catch(() => undefined);
  if (look?.shape === backup.shape) return 'Its records are as they were.';
  const kept = await keep(school, to, {
    ...options,
    isThere: look !== undefined && look.migrations.length > 0,
  });
  const aside = config.databaseUrl ? undefined : setAside(config, options.now);
  if (config.databaseUrl) await emptyDatabase(config.databaseUrl.reveal());
  await adminIn(school, from, ['restore', backup.file], options.env);
  const where = [kept, aside].filter(Boolean).join(' and ');
  return `Its records are those of ${backup.file}${where && `; what the new release made of them is in ${where}`}.`;
}

/** A backup of the records as the new release has left them; undefined where it cannot read them. */
async function keep(
  school: SchoolFolder,
  release: string,
  { isThere, ...options }: Options & { isThere: boolean },
): Promise<string | undefined> {
  if (!isThere) return undefined;
  try {
    return (await writeBackup(school, release, { ...options, label: '-after' })).file;
  } catch (error) {
    if (readSettings(school).databaseUrl)
      throw new Refused(`No backup can be made of what the new release wrote: ${faultOf(error)}`);
    return undefined;
  }
}

/** Moves the records into a folder beside them; gives it, or undefined where there were none. */
function setAside({ dataDir }: Pick<Config, 'dataDir'>, now: number): string | undefined {
  const there = RECORDS.filter((name) => existsSync(join(dataDir, name)));
  if (there.length === 0) return undefined;
  const aside = join(dataDir, `aside-${new Date(now).toISOString().replaceAll(':', '')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of there) renameSync(join(dataDir, name), join(aside, name));
  return aside;
}

/** Functions of the schema, but those of extensions. */
const FUNCTIONS = sql<{ name: string }>`select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** Drops every table of a database, with its views and triggers, and every function, all or none. */
async function emptyDatabase(url: string): Promise<void> {
  const opened = openPostgres<AllTables>(url, { onCut: () => {} });
  try {
    await opened.alone((patient) =>
      patient.transaction().execute(async (tx) => {
        const tables = await findTables({ db: tx, dialect: 'postgres' });
        for (const { name } of tables) await sql`drop table ${sql.table(name)} cascade`.execute(tx);
        for (const { name } of (await FUNCTIONS.execute(tx)).rows)
          await sql.raw(`drop function ${name}`).execute(tx);
      }),
    );
  } finally {
    await opened.close();
  }
}
