import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { IDEMPOTENCY_KEY_MAX, WRITE_HOURS } from '#contract/v1/calls.ts';
import { isOutage } from '#server/database/outage.ts';
import type { Database } from '#server/database/schema.ts';
import { transactWhole } from '#server/database/transact.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import type { Job } from '#server/jobs/jobs.ts';

const HOUR_MS = 60 * 60_000;
/** How long a request waits for the same one that is being worked on. */
const PATIENCE_MS = 5000;
/** PostgreSQL waited too long for another process. */
const LOCK_NOT_AVAILABLE = '55P03';

export type Answer = { status: number; body: string };

type Write = {
  keyid: string;
  /** The `Idempotency-Key`, as it came. */
  key: string | undefined;
  /** What is asked: the method, the path and the body. */
  request: unknown;
  now: number;
};

class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('Refused.');
    this.answer = answer;
  }
}

/**
 * What gives each write of an API key its one answer. On PostgreSQL other processes may be asked the same at once,
 * and are waited for.
 */
export function answerKeeper(db: Kysely<Database>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  /** What this process works on, by key: those who ask the same wait without a connection. */
  const underWay = new Map<string, Promise<unknown>>();

  /** Gives what was answered before; undefined where the entry is new, and the transaction's own. */
  async function claim(
    row: { keyid: string; key: string; request: string; createdat: number } & Partial<Answer>,
  ) {
    // Longer than other statements: it waits for the work of another process.
    if (isPostgres) await sql`select set_config('lock_timeout', ${String(PATIENCE_MS)}, true)`.execute(db);
    const made = await db
      .insertInto('keywrites')
      .values({ status: null, body: null, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['keyid', 'key'])
          // One that is older than a day is none.
          .doUpdateSet((of) => ({
            request: of.ref('excluded.request'),
            status: of.ref('excluded.status'),
            body: of.ref('excluded.body'),
            createdat: of.ref('excluded.createdat'),
          }))
          .where('keywrites.createdat', '<=', row.createdat - WRITE_HOURS * HOUR_MS),
      )
      .returning('keyid')
      .executeTakeFirst()
      .catch((error) => {
        throw isOutage(error) && error.code === LOCK_NOT_AVAILABLE ? new AppError('still-running') : error;
      });
    if (isPostgres) await sql`set local lock_timeout to default`.execute(db);
    if (made) return undefined;
    const known = await db
      .selectFrom('keywrites')
      .select(['request', 'status', 'body'])
      .where('keyid', '=', row.keyid)
      .where('key', '=', row.key)
      .executeTakeFirstOrThrow();
    ensure(known.request === row.request, 'key-reused');
    ensure(known.status !== null && known.body !== null, 'still-running');
    return { status: known.status, body: known.body };
  }

  async function answerOnce(
    { keyid, key, request, now }: Write & { key: string },
    work: () => Promise<Answer>,
  ) {
    const row = { keyid, key, request: hashOf(request), createdat: now };
    try {
      return await transactWhole(db, async () => {
        const known = await claim(row);
        if (known) return known;
        const answer = await work();
        if (answer.status >= 400) throw new Refused(answer);
        await db
          .updateTable('keywrites')
          .set(answer)
          .where('keyid', '=', keyid)
          .where('key', '=', key)
          .execute();
        return answer;
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { answer } = error;
      // The server's own fault, or another's, is no answer: the same may be asked again.
      if (answer.status >= 500 || answer.status === 429) return answer;
      // What it did is rolled back; that it was refused is written by itself.
      return transactWhole(db, async () => (await claim({ ...row, ...answer })) ?? answer);
    }
  }

  /**
   * Does `work` once for each `Idempotency-Key` of an API key (draft-ietf-httpapi-idempotency-key-header) and gives
   * its answer, the first time and, for 24 hours, each time that the same is asked again: all that `work` does,
   * and the answer, are committed together or not at all. A refusal is an answer, too. Throws `key-missing`,
   * `key-reused` where the key came with another request, and `still-running` where the same one is worked on
   * for longer than 5 seconds.
   */
  return async function keepAnswer({ key, ...write }: Write, work: () => Promise<Answer>): Promise<Answer> {
    ensure(key && key.length <= IDEMPOTENCY_KEY_MAX && /^[\x20-\x7e]+$/.test(key), 'key-missing');
    const name = `${write.keyid} ${key}`;
    const until = performance.now() + PATIENCE_MS;
    for (let other = underWay.get(name); other; other = underWay.get(name)) {
      const left = until - performance.now();
      ensure(left > 0, 'still-running');
      const waited = new AbortController();
      await Promise.race([other, sleep(left, undefined, { signal: waited.signal })]).catch(() => {});
      waited.abort();
    }
    const working = answerOnce({ ...write, key }, work);
    underWay.set(name, working);
    return working.finally(() => underWay.delete(name));
  };
}

const hashOf = (request: unknown) => createHash('sha256').update(JSON.stringify(request)).digest('base64url');

/** Forgets answers after a day. */
export const forgetAnswersJob = ({ db, now }: { db: Kysely<Database>; now: () => number }): Job => ({
  name: 'key-writes',
  everyMs: HOUR_MS,
  run: async () => {
    await db
      .deleteFrom('keywrites')
      .where('createdat', '<=', now() - WRITE_HOURS * HOUR_MS)
      .execute();
    return 0;
  },
});
