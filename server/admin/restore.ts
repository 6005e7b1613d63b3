import { resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { type OpenDatabase, openPostgres, openSqlite } from '#server/database/open.ts';
import { forgetBackup } from '#server/database/settings/last-backup.ts';
import { forgetLostLines } from '#server/database/settings/lost-lines.ts';
import { forgetRunningBackups } from '#server/database/settings/running-backups.ts';
import type { AllTables } from '#server/database/tables.ts';
import { isFileName } from '#server/services/file-store.ts';
import { isPictureName, openFiles, openStore } from '#server/services/images.ts';
import { type Command, Refused, type Work } from './command.ts';
import { bringUpToDate, checkEmpty, checkVersion, makeTables } from './records/load.ts';
import { openSource, type Source } from './records/source.ts';
import {
  analyzeTables,
  countRows,
  emptyTable,
  insertRows,
  setSequences,
  WRITTEN_BY_TRIGGERS,
} from './records/whole-tables.ts';

export const restore: Command = {
  name: 'restore',
  takes: ['FILE'],
  summary: 'Brings a backup into empty records',
  help: [
    'FILE is what backup wrote. For a school of 0.1.0, which had no such command, it is a copy of its data folder, or of the cadenza.sqlite in it.',
    'Nothing is written before the whole file was read and held against its checksums. All rows come in one transaction: when it ends early, the records are as empty as before. Pictures and files of lessons come first, under the names that they had; those of a restore that ended early are found again by the next.',
    'The records, which DATA_DIR or DATABASE_URL name, must be empty. On SQLite no school may run on the folder.',
  ],
  async run(work, [file = '']) {
    const { config, progress } = work;
    try {
      const source = await openSource(resolve(file), progress);
      const restored = await restoreInto(work, source).finally(source.close);
      const where = config.databaseUrl ? 'the database' : config.dataDir;
      return {
        lines: [
          `${restored.rows} rows of ${restored.tables} tables, ${restored.pictures} pictures and ${restored.files} files of lessons are in ${where}. Start the school, then run doctor.`,
        ],
        data: restored,
      };
    } finally {
      progress.end();
    }
  },
};

function openTarget({ databaseUrl, dataDir }: Config): OpenDatabase<AllTables> {
  return databaseUrl ? openPostgres(databaseUrl.reveal(), { onCut: () => {} }) : openSqlite(dataDir);
}

async function restoreInto(work: Work, source: Source) {
  await checkVersion(source);
  const target = openTarget(work.config);
  try {
    return await target.alone(async (db) => {
      await checkEmpty({ ...target, db });
      const stored = await restoreStored(work, source);
      const rows = await restoreRows(work, source, { ...target, db });
      return { rows, tables: source.tables.length, ...stored };
    });
  } finally {
    await target.close();
  }
}

async function restoreStored({ config, progress }: Work, source: Source) {
  const stores = {
    pictures: { store: await openStore(config), isName: isPictureName, one: 'picture' },
    files: { store: await openFiles(config), isName: isFileName, one: 'file' },
  };
  progress.start('Pictures', 1);
  const counts = { pictures: 0, files: 0 };
  for await (const { kind, name, bytes } of source.stored()) {
    const { store, isName, one } = stores[kind];
    if (!isName(name)) throw new Refused(`${name} is no ${one}'s name. No row was written.`);
    await store.put(name, bytes);
    counts[kind] += 1;
  }
  return counts;
}

async function restoreRows(
  { progress }: Work,
  source: Source,
  { db, dialect }: Pick<OpenDatabase<AllTables>, 'db' | 'dialect'>,
): Promise<number> {
  const total = source.tables.reduce((sum, { rows }) => sum + rows, 0);
  progress.start('Rows', total);
  await db.transaction().execute(async (tx) => {
    const records = { db: tx, dialect };
    await makeTables(records, source);
    const columns = new Map(source.tables.map((table) => [table.name, table.columns]));
    let filled = '';
    for await (const { table, rows } of source.rows()) {
      if (table === WRITTEN_BY_TRIGGERS && filled !== table) await emptyTable(records, { name: table });
      filled = table;
      await insertRows(records, { name: table, columns: columns.get(table) ?? [] }, rows);
      progress.add(rows.length);
    }
    if (columns.has(WRITTEN_BY_TRIGGERS) && filled !== WRITTEN_BY_TRIGGERS)
      await emptyTable(records, { name: WRITTEN_BY_TRIGGERS });
    for (const table of source.tables) {
      const count = await countRows(records, table);
      if (count !== table.rows)
        throw new Refused(`${count} of ${table.rows} rows came of ${table.name}. Nothing was changed.`);
    }
    await setSequences(records);
    await bringUpToDate(records);
    await forgetBackup(tx);
    await forgetRunningBackups(tx);
    await forgetLostLines(tx);
    await analyzeTables(records);
  });
  return total;
}
