import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect } from 'kysely';

const STATEMENTS_KEPT = 500;

/** The face of better-sqlite3 that Kysely's SQLite driver asks for, on Node's own SQLite; statements are kept prepared. */
function asKyselyDatabase(sqlite: DatabaseSync) {
  const kept = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = kept.get(sql);
    if (!statement) {
      if (kept.size >= STATEMENTS_KEPT) kept.clear();
      statement = sqlite.prepare(sql);
      kept.set(sql, statement);
    }
    const ready = statement;
    const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: ready.columns().length > 0,
      all: (parameters: readonly unknown[]) => ready.all(...bind(parameters)),
      run: (parameters: readonly unknown[]) => ready.run(...bind(parameters)),
      iterate: (parameters: readonly unknown[]) =>
        ready.iterate(...bind(parameters)) as IterableIterator<unknown>,
    };
  };
  return { prepare, close: () => sqlite.close() };
}

/** Kysely's own lock for single connections waits before the driver is asked; `guarded` brings one that can refuse. */
class SelfLockingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** A Kysely dialect on one connection of node:sqlite; wrap it in `guarded(…, { single: true })`. */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(sqlite: DatabaseSync) {
    super({ database: asKyselyDatabase(sqlite) });
  }

  override createAdapter() {
    return new SelfLockingAdapter();
  }
}
