import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type PathLike } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { Refused } from '#server/admin/command.ts';
import { type Entry, packTar, unpackTar } from './tar.ts';
import type { Value } from './whole-tables.ts';

/*
 * A backup is a gzipped tar: `tables/<table>/<n>.ndjson` (a row a line, as an array), `pictures/<name>`,
 * `files/<name>`, and `manifest.json`, which comes last because it counts and checks what came before.
 */

const MANIFEST = 'manifest.json';
const FORMAT = 1;
const NEWLINE = 10;
/** Rows shrink to a tenth at any level; pictures are compressed already. */
const GZIP_LEVEL = 4;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Counted = z.object({ count: z.int(), bytes: z.int(), sha256: Digest });
const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the product that made it. */
  version: z.string(),
  /** When the snapshot was taken, in epoch milliseconds. */
  madeat: z.int(),
  dialect: z.enum(['sqlite', 'postgres']),
  /** What each owner of tables had run. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** In an order in which none comes before one that it refers to. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: Digest }),
  ),
  pictures: Counted,
  /** Of lessons; a backup of before 0.3.0 has none. */
  files: Counted.default(() => openCount().sum()),
});
export type Manifest = z.output<typeof Manifest>;

/**
 * What a backup is made of. Rows, pictures and files of lessons may come in any number of pieces, the rows of
 * one table together.
 */
export type Piece = { kind: 'rows'; table: string; rows: readonly Value[][] } | Stored;

/** What is kept beside the rows, by the folder that it has in a backup. */
export type StoredKind = 'pictures' | 'files';
export type Stored = { kind: StoredKind; name: string; bytes: Uint8Array };

type Summary = Pick<Manifest, 'version' | 'madeat' | 'dialect' | 'migrations'> & {
  tables: readonly { name: string; columns: string[] }[];
};

/** Counts and hashes what is kept beside the rows. */
function openCount() {
  const hash = createHash('sha256');
  let count = 0;
  let size = 0;
  return {
    add(name: string, bytes: Uint8Array) {
      count += 1;
      size += bytes.length;
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
    },
    sum: () => ({ count, bytes: size, sha256: hash.digest('hex') }),
  };
}

/** Counts and hashes what a backup holds, alike when it is written and when it is read. */
function openTally() {
  const tables = new Map<string, { rows: number; hash: Hash }>();
  const stored = { pictures: openCount(), files: openCount() };
  return {
    addRows(table: string, bytes: Uint8Array, rows: number) {
      const of = tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
      tables.set(table, of);
      of.rows += rows;
      of.hash.update(bytes);
    },
    addStored: (kind: StoredKind, name: string, bytes: Uint8Array) => stored[kind].add(name, bytes),
    /** Of what was added so far; hashes are read once. */
    sum: (names: readonly string[]) => ({
      tables: names.map((name) => ({
        name,
        rows: tables.get(name)?.rows ?? 0,
        sha256: (tables.get(name)?.hash ?? createHash('sha256')).digest('hex'),
      })),
      strange: [...tables.keys()].filter((name) => !names.includes(name)),
      pictures: stored.pictures.sum(),
      files: stored.files.sum(),
    }),
  };
}

async function* entriesOf(
  pieces: AsyncIterable<Piece>,
  summary: Summary,
  made: { manifest?: Manifest },
): AsyncGenerator<Entry> {
  const tally = openTally();
  let number = 0;
  for await (const piece of pieces) {
    if (piece.kind !== 'rows') {
      tally.addStored(piece.kind, piece.name, piece.bytes);
      yield { name: `${piece.kind}/${piece.name}`, bytes: piece.bytes };
      continue;
    }
    number += 1;
    const bytes = Buffer.from(piece.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    tally.addRows(piece.table, bytes, piece.rows.length);
    yield { name: `tables/${piece.table}/${String(number).padStart(6, '0')}.ndjson`, bytes };
  }
  const { tables, pictures, files } = tally.sum(summary.tables.map(({ name }) => name));
  made.manifest = {
    format: FORMAT,
    ...summary,
    tables: tables.map((table, at) => ({ ...table, columns: summary.tables[at]?.columns ?? [] })),
    pictures,
    files,
  };
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(made.manifest, null, 2)) };
}

/**
 * Writes a backup that only its owner may read (mode 0600). Under its name there is a whole one or none.
 * Throws `Refused` where a file of that name is there already. Gives the manifest, and size and SHA-256 of
 * the file.
 */
export async function writeArchive(path: string, pieces: AsyncIterable<Piece>, summary: Summary) {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw new Refused(`${path} cannot be written (${error.code}).`);
  });
  const made: { manifest?: Manifest } = {};
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    // The umask may have taken more away, never less.
    await chmod(unfinished, 0o600);
    await pipeline(
      packTar(entriesOf(pieces, summary, made)),
      createGzip({ level: GZIP_LEVEL }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          await file.writeFile(chunk);
        }
      },
    );
    await file.sync();
    await file.close();
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
  if (!made.manifest) throw new Error('A backup ended without its manifest.');
  return { manifest: made.manifest, bytes, sha256: hash.digest('hex') };
}

/** Lets the new name outlive a power cut. Windows cannot open a folder, and writes its entries by itself. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const damaged = (why: string) => new Refused(`The backup cannot be used: ${why} Nothing was changed.`);

async function* entriesIn(path: PathLike, onRead: (bytes: number) => void): AsyncGenerator<Entry> {
  const file = createReadStream(path);
  file.on('data', (chunk) => onRead(chunk.length));
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  try {
    yield* unpackTar(file.pipe(unpacked));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Refused(`There is no file ${path}.`);
    if (code === 'Z_BUF_ERROR') throw damaged('it ends too early.');
    // What the reader of archives throws itself has no code.
    if (!code || code.startsWith('Z_')) throw damaged(`it is damaged, or no backup at all (${message}).`);
    throw error;
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

const TABLE = /^tables\/([^/]+)\/\d+\.ndjson$/;
const STORED = /^(pictures|files)\/([^/]+)$/;

/**
 * Reads a backup from its first byte to its last and holds it against its own manifest, which it gives.
 * Throws `Refused` at the first difference.
 */
export async function verifyArchive(path: string, onRead: (bytes: number) => void): Promise<Manifest> {
  const tally = openTally();
  let written: Uint8Array | undefined;
  for await (const { name, bytes } of entriesIn(path, onRead)) {
    if (written) throw damaged('something follows its manifest.');
    const table = TABLE.exec(name)?.[1];
    const stored = storedAs(name);
    if (table) tally.addRows(table, bytes, countLines(bytes));
    else if (stored) tally.addStored(stored.kind, stored.name, bytes);
    else if (name === MANIFEST) written = bytes;
    else throw damaged(`it holds ${JSON.stringify(name)}, which no backup does.`);
  }
  if (!written) throw damaged('its manifest is missing.');
  const manifest = readManifest(written);
  const { tables, strange, pictures, files } = tally.sum(manifest.tables.map(({ name }) => name));
  const wrong = manifest.tables
    .filter(({ rows, sha256 }, at) => rows !== tables[at]?.rows || sha256 !== tables[at]?.sha256)
    .map(({ name }) => name);
  wrong.push(...strange);
  if (JSON.stringify(pictures) !== JSON.stringify(manifest.pictures)) wrong.push('pictures');
  if (JSON.stringify(files) !== JSON.stringify(manifest.files)) wrong.push('files');
  if (wrong.length > 0) throw damaged(`its ${wrong.join(', ')} are not what was written.`);
  return manifest;
}

function readManifest(bytes: Uint8Array): Manifest {
  try {
    return Manifest.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    throw damaged('its manifest is not one of this version.');
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** The rows of a backup that was verified. */
export async function* rowsIn(path: string): AsyncGenerator<{ table: string; rows: Value[][] }> {
  for await (const { name, bytes } of entriesIn(path, () => {})) {
    const table = TABLE.exec(name)?.[1];
    if (!table) continue;
    const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1);
    yield { table, rows: lines.map((line) => JSON.parse(line) as Value[]) };
  }
}

/** What kind of thing an entry is that is kept beside the rows, and what it is called there. */
function storedAs(entry: string): { kind: StoredKind; name: string } | undefined {
  const [, kind, name] = STORED.exec(entry) ?? [];
  return kind && name ? { kind: kind as StoredKind, name } : undefined;
}

/** What is kept beside the rows of a backup that was verified. */
export async function* storedIn(path: string): AsyncGenerator<Stored> {
  for await (const { name, bytes } of entriesIn(path, () => {})) {
    const stored = storedAs(name);
    if (stored) yield { ...stored, bytes };
  }
}
