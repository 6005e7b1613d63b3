import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutage } from '#server/database/outage.ts';
import { sqliteDialect } from './sqlite.ts';

type Tables = { notes: { id: number; text: string } };

let folder: string;
let file: string;
let sqlite: DatabaseSync;
let db: Kysely<Tables>;
/** What a sync does, once it has begun. */
let sync: () => Promise<void>;
let syncs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-sync-'));
  file = join(folder, 'records.sqlite');
  sqlite = new DatabaseSync(file);
  sqlite.exec('pragma journal_mode=wal; pragma synchronous=normal');
  sqlite.exec('create table notes (id integer primary key, text text not null)');
  sync = async () => {};
  syncs = 0;
  const records = {
    isThere: () => true,
    sync: () => {
      syncs++;
      return sync();
    },
  };
  db = new Kysely({ dialect: sqliteDialect(sqlite, records) });
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const write = (id: number) => db.insertInto('notes').values({ id, text: 'note' }).execute();
const read = () => db.selectFrom('notes').select('id').execute();
const turn = () => new Promise(setImmediate);

/** The names of those pieces of work that have ended, in that order. */
function follow(work: Record<string, Promise<unknown>>): string[] {
  const ended: string[] = [];
  for (const [name, one] of Object.entries(work)) void one.then(() => ended.push(name));
  return ended;
}

test('a write is answered once it is on the disk, and so is a read that may have seen it', async () => {
  await write(1);
  const disk = Promise.withResolvers<void>();
  sync = () => disk.promise;
  const work = {
    statement: write(2),
    transaction: db
      .transaction()
      .execute((tx) => tx.insertInto('notes').values({ id: 3, text: '' }).execute()),
    reader: read(),
  };
  const ended = follow(work);
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(ended).toEqual([]);
  disk.resolve();
  await Promise.all(Object.values(work));
  expect(await work.reader).toHaveLength(3);
});

test('writes of one turn share a sync, one that comes while it runs waits for the next, and reading needs none', async () => {
  await Promise.all([write(1), write(2), write(3)]);
  expect(syncs).toBe(1);
  const disk = Promise.withResolvers<void>();
  sync = () => disk.promise;
  const first = write(4);
  await turn();
  await turn();
  expect(syncs).toBe(2);
  const second = write(5);
  const ended = follow({ first, second });
  const next = Promise.withResolvers<void>();
  sync = () => next.promise;
  disk.resolve();
  await first;
  await turn();
  expect([ended, syncs]).toEqual([['first'], 3]);
  next.resolve();
  await second;
  await read();
  expect(syncs).toBe(3);
});

test('a statement that begins with `with` waits for the disk where it writes, and not where it reads', async () => {
  const seen = db.with('seen', (of) => of.selectFrom('notes').select(['id', 'text']));
  await seen.selectFrom('seen').selectAll().execute();
  expect(syncs).toBe(0);
  const two = sql<{ id: number }>`with two (id) as (values (1), (2))
    insert into notes (id, text) select id, '' from two returning id`;
  expect((await two.execute(db)).rows).toHaveLength(2);
  expect(syncs).toBe(1);
});

test('what the disk refuses is an outage to everybody who waits, and nobody goes on until SQLite itself has brought it all there', async () => {
  await write(1);
  sync = () => Promise.reject(new Error('EIO'));
  const results = await Promise.allSettled([write(2), read()]);
  expect(results.map((one) => one.status === 'rejected' && isOutage(one.reason))).toEqual([true, true]);

  const other = new DatabaseSync(file);
  other.exec('begin; select * from notes');
  sync = async () => {};
  await expect(read()).rejects.toSatisfy(isOutage);
  other.exec('commit');
  other.close();
  expect(await read()).toHaveLength(2);
  // Without its log, the records have everything.
  const copy = join(folder, 'copy.sqlite');
  copyFileSync(file, copy);
  const alone = new DatabaseSync(copy);
  expect(alone.prepare('select id from notes').all()).toHaveLength(2);
  alone.close();
});

test('a power cut at any moment loses nothing that was acknowledged', async () => {
  const acknowledged = new Set<number>();
  const cuts: { kept: string; acknowledged: number[] }[] = [];
  sync = async () => {
    // What is sure to be on the disk after this sync is what was written before it began.
    const kept = join(folder, `cut-${syncs}.sqlite`);
    copyFileSync(file, kept);
    copyFileSync(`${file}-wal`, `${kept}-wal`);
    await turn();
    const before = cuts.at(-1);
    // The power goes just before this sync is done: only the one before it counts.
    if (before) before.acknowledged = [...acknowledged];
    cuts.push({ kept, acknowledged: [] });
  };
  let id = 0;
  const writers = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 10; count++) {
      const mine = ++id;
      if (count % 2) await write(mine);
      else
        await db
          .transaction()
          .execute((tx) => tx.insertInto('notes').values({ id: mine, text: '' }).execute());
      acknowledged.add(mine);
    }
  });
  await Promise.all(writers);
  expect(cuts.length).toBeGreaterThan(5);
  for (const cut of cuts.slice(0, -1)) {
    const survived = new DatabaseSync(cut.kept);
    const ids = new Set(
      survived
        .prepare('select id from notes')
        .all()
        .map(({ id }) => id),
    );
    expect(cut.acknowledged.filter((one) => !ids.has(one))).toEqual([]);
    survived.close();
  }
});

test('a statement that locks rows elsewhere reads them here', async () => {
  await write(1);
  const rows = db.selectFrom('notes').select('id').where('id', '=', 1);
  expect(rows.forNoKeyUpdate('notes').compile().sql.trim()).toBe(rows.compile().sql);
  expect(await rows.forShare('notes').execute()).toEqual([{ id: 1 }]);
  expect(rows.distinct().forUpdate().compile().sql).toContain('distinct');
});
