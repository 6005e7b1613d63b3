import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FileStore, isFileName } from '#server/services/file-store.ts';
import { isPictureName, openFiles, openStore } from '#server/services/images.ts';
import { type Command, Refused, type Work } from './command.ts';
import { type Piece, type StoredKind, writeArchive } from './records/archive.ts';
import { type Hold, holdStored } from './records/hold-stored.ts';
import { openSnapshot } from './records/open-records.ts';
import { countRows, findContents, findMigrations, readTable, type Table } from './records/whole-tables.ts';

export const backup: Command = {
  name: 'backup',
  takes: ['FILE'],
  summary: 'Writes the whole school into one file, while it runs',
  help: [
    'All rows are those of one moment, whatever is written meanwhile. Pictures and files of lessons are read right after; what is deleted meanwhile is deleted from the records at once, and from the disk or the bucket once the backup is finished. The file restores into either database.',
    'It holds password hashes, signing keys and everything about everybody, so it is readable by its owner alone (mode 0600): encrypt it before it leaves this machine. What stands in the configuration (.env, secrets in files) and mails in DATA_DIR/outbox are not in it.',
    'Keep the SHA-256 that is printed somewhere else, and compare it before a restore.',
  ],
  async run(work, [file = '']) {
    const path = resolve(file);
    if (existsSync(path)) throw new Refused(`${path} is there already. Choose another name.`);
    const hold = await holdStored(work);
    let made: Awaited<ReturnType<typeof writeBackup>>;
    try {
      made = await writeBackup(work, path, hold);
      await hold?.note();
    } finally {
      await hold?.end();
    }
    const { tables, pictures, files } = made.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      lines: [
        `${path}: ${rows} rows of ${tables.length} tables, ${pictures.count} pictures, ${files.count} files of lessons, ${made.bytes} bytes, readable by you alone (0600).`,
        `SHA-256 ${made.sha256}`,
        ...(hold
          ? []
          : ['These records are of an older version: that there is a backup could not be noted in them.']),
      ],
      data: {
        file: path,
        bytes: made.bytes,
        sha256: made.sha256,
        rows,
        pictures: pictures.count,
        files: files.count,
      },
    };
  },
};

async function writeBackup(work: Work, path: string, hold: Hold | undefined) {
  const { config, now, version, progress } = work;
  const records = await openSnapshot(config);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await records.close();
    isOpen = false;
  };
  try {
    const madeat = now();
    const tables = await findContents(records);
    let total = 0;
    for (const table of tables) total += await countRows(records, table);
    const migrations = await findMigrations(records);
    async function* pieces(): AsyncGenerator<Piece> {
      progress.start('Rows', total);
      for (const table of tables) yield* piecesOf(table);
      // What a long copy of pictures would hold back, as on SQLite the end of its log, is free again.
      await close();
      const { config } = work;
      const kinds = [
        { kind: 'pictures', store: await openStore(config), isName: isPictureName },
        { kind: 'files', store: await openFiles(config), isName: isFileName },
      ] as const;
      for (const kept of kinds)
        for await (const piece of storedOf(work, kept)) {
          hold?.check();
          yield piece;
        }
      hold?.check();
    }
    async function* piecesOf(table: Table): AsyncGenerator<Piece> {
      for await (const rows of readTable(records, table)) {
        progress.add(rows.length);
        yield { kind: 'rows', table: table.name, rows };
      }
    }
    const { dialect } = records;
    const columns = tables.map(({ name, columns }) => ({ name, columns }));
    return await writeArchive(path, pieces(), { version, madeat, dialect, migrations, tables: columns });
  } finally {
    progress.end();
    await close();
  }
}

/** What is kept beside the rows, one after the other. */
async function* storedOf(
  { progress }: Work,
  { kind, store, isName }: { kind: StoredKind; store: FileStore; isName: (name: string) => boolean },
): AsyncGenerator<Piece> {
  const names: string[] = [];
  for await (const { name } of store.list()) if (isName(name)) names.push(name);
  progress.start(kind === 'pictures' ? 'Pictures' : 'Files', names.length);
  for (const name of names.sort()) {
    const bytes = await store.get(name);
    progress.add(1);
    // One that was refused after it was stored: no row names it.
    if (bytes) yield { kind, name, bytes };
  }
}
