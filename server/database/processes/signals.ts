import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';

const CHANNEL = 'cadenza';
/** How a connection that listens is called, before its name. */
const NAMED = 'cadenza ';
const AGAIN_MS = 1000;
const PROOF_MS = 2000;
/**
 * SQLSTATE undefined_function, undefined_table and feature_not_supported: an engine without NOTIFY, or that
 * shows no connections.
 */
const UNKNOWN = new Set(['42883', '42P01', '0A000']);

/**
 * Taps on the shoulder between the processes on one database. They say nothing and may be lost: what is true
 * stands in a table.
 */
export type Signals = {
  /**
   * Lets every process that listens look. Does nothing where the database has no NOTIFY; throws when it is
   * away.
   */
  send(): Promise<void>;
  /**
   * Calls `hear` at every signal, and `begin` each time a connection begins to listen: what was sent before
   * was not heard. Others see the name, once a first signal has come through.
   */
  listen(on: { name: string; hear(): void; begin(): void; warn(sentence: string): void }): {
    close(): Promise<void>;
  };
  /**
   * The names under which is listened now. Of a dead process it is gone at once; empty where that cannot be
   * known.
   */
  findNames(): Promise<ReadonlySet<string>>;
};

/**
 * Signals by PostgreSQL's NOTIFY, sent by the pool of `db` and heard on a connection of their own to `url`.
 * Behind a pooler that gives each transaction another connection nothing is ever heard: that is tried once,
 * and then said and left.
 */
export function postgresSignals(db: QueryExecutorProvider, url: string): Signals {
  let hasNotify = true;

  async function send() {
    if (!hasNotify) return;
    await sql`select pg_notify(${CHANNEL}, '')`.execute(db).catch((error) => {
      if (!UNKNOWN.has(error.code)) throw error;
      hasNotify = false;
    });
  }

  return {
    send,
    async findNames() {
      const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
        where datname = current_database() and application_name like ${`${NAMED}%`}`
        .execute(db)
        .catch((error) => {
          if (!UNKNOWN.has(error.code)) throw error;
          return { rows: [] };
        });
      return new Set(rows.map(({ name }) => name.slice(NAMED.length)));
    },
    listen({ name, hear, begin, warn }) {
      let client: pg.Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      let isProved = false;

      const later = (ms: number, next: () => void) => {
        clearTimeout(timer);
        if (isOver) return;
        timer = setTimeout(next, ms);
        timer.unref();
      };

      /** The first signal that comes back is proof that they do. */
      async function prove(listening: pg.Client) {
        await send().catch(() => {});
        if (client !== listening || isProved) return;
        later(PROOF_MS, () => {
          isOver = true;
          warn(
            'What other processes change is seen after a second, not at once: no NOTIFY arrives at DATABASE_URL. Behind a pooler set DATABASE_DIRECT_URL.',
          );
          void listening.end().catch(() => {});
        });
      }

      function open() {
        const opening = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: 5000,
          keepAlive: true,
          keepAliveInitialDelayMillis: 10_000,
          application_name: isProved ? NAMED + name : 'cadenza',
        });
        client = opening;
        const lose = () => {
          if (client !== opening) return;
          client = undefined;
          void opening.end().catch(() => {});
          later(AGAIN_MS, open);
        };
        opening.on('error', lose).on('end', lose);
        opening.on('notification', () => {
          if (!isProved) {
            clearTimeout(timer);
            isProved = true;
            // Not before: a pooler would give the name to a connection that others have, too.
            opening.query(`select set_config('application_name', $1, false)`, [NAMED + name]).catch(() => {});
          }
          hear();
        });
        opening
          .connect()
          .then(() => opening.query(`listen ${CHANNEL}`))
          .then(() => {
            begin();
            return isProved ? undefined : prove(opening);
          })
          .catch((error) => {
            if (UNKNOWN.has(error.code)) isOver = true;
            lose();
          });
      }

      open();
      return {
        close: async () => {
          isOver = true;
          clearTimeout(timer);
          await client?.end().catch(() => {});
        },
      };
    },
  };
}
