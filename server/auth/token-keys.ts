import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/schema.ts';
import { findOrMakeSecret } from '#server/database/settings/secrets.ts';
import { addSetting, deleteSettings } from '#server/database/settings/settings.ts';
import { shareReading } from '#server/database/share-reading.ts';

/** A key of access tokens; `kid` is null for the first, which tokens do not name. */
export type TokenKey = {
  kid: string | null;
  secret: Uint8Array;
  /** From this moment on (epoch milliseconds) it signs. */
  signsFrom: number;
};

/** The keys that count, the newest first; never none. Rejects when the database is away. */
export type TokenKeys = () => Promise<readonly TokenKey[]>;

/** How long a process may go on with the keys it has read. */
const FRESH_MS = 60_000;
/**
 * A new key is there for so long before it signs: every process has read it by then, and none meets a token
 * of a key it does not know.
 */
export const AHEAD_MS = 2 * FRESH_MS;
/**
 * An older key counts until the last token that it signed has run out: none lives for longer than an hour.
 */
const COUNTS_MS = AHEAD_MS + 60 * 60_000 + FRESH_MS;

const FIRST = 'access-token-key';
const NAMED = `${FIRST}:`;
const BYTES = 32;

/**
 * The keys in the database, the first made there when there is none; each process keeps a copy for a minute.
 */
export function tokenKeys(db: Db, now: () => number): TokenKeys {
  const share = shareReading<readonly TokenKey[], number>(() => readKeys(db, now()));
  return () => {
    const at = now();
    return share(at, (readAt) => Math.abs(at - readAt) < FRESH_MS);
  };
}

async function readKeys(db: Db, now: number): Promise<readonly TokenKey[]> {
  const rows = await findRows(db);
  if (rows.length === 0) rows.push({ key: FIRST, value: await findOrMakeSecret(db, FIRST) });
  return rows
    .filter((_row, at) => !isSpent(rows, at, now))
    .map(({ key, value }) => ({
      kid: key === FIRST ? null : key.slice(NAMED.length),
      secret: Buffer.from(value, 'base64url'),
      signsFrom: key === FIRST ? 0 : madeAt(key) + AHEAD_MS,
    }));
}

type Row = { key: string; value: string };

const madeAt = (key: string) => (key === FIRST ? 0 : Number(key.slice(NAMED.length)));

/** The newest first. */
async function findRows(db: Db): Promise<Row[]> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'like', `${FIRST}%`).execute();
  return rows.sort((one, other) => madeAt(other.key) - madeAt(one.key));
}

const isSpent = (rows: readonly Row[], at: number, now: number) => {
  const next = rows[at - 1];
  return next !== undefined && madeAt(next.key) + COUNTS_MS < now;
};

/**
 * Makes a new key, which signs once every process knows it. The older ones sign until then, and their tokens
 * count until they run out: no one is signed out. Those that nothing was signed with any more are deleted.
 */
export async function rotateTokenKey(db: Db, now: number): Promise<void> {
  await addSetting(db, `${NAMED}${now}`, randomBytes(BYTES).toString('base64url'));
  const rows = await findRows(db);
  const spent = rows.filter((_row, at) => isSpent(rows, at, now)).map(({ key }) => key);
  if (spent.length > 0) await deleteSettings(db, spent);
}
