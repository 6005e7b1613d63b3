import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { accessTokens } from './access-tokens.ts';
import { AHEAD_MS, rotateTokenKey, tokenKeys } from './token-keys.ts';

const MINUTE_MS = 60_000;
const claims = { userid: 'u', signinid: 's', uid: 'a', epoch: 1, isBySecondFactor: false };
let records: OpenDatabase<AllTables>;
let now = Date.UTC(2026, 8, 1);

beforeAll(async () => {
  records = await openTestDatabase();
  for (const owner of TABLES) await migrate(records.db, owner);
});
afterAll(() => records.close());

/** As each process has it: with a copy of the keys of its own. */
const openProcess = () =>
  accessTokens({ keys: tokenKeys(records.db, () => now), now: () => now, lifetimeS: 60 * 60 });
const kidOf = (token: string): string | undefined =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('a rotation signs nobody out, in no process, and the old key ends with its last token', async () => {
  const [one, other] = [openProcess(), openProcess()];
  const before = await one.issue(claims);
  expect(await other.read(before)).toEqual(claims);
  await rotateTokenKey(records.db, now);
  const rotatedat = now;
  let token = before;
  // Processes read the keys at moments of their own.
  for (let minute = 0; minute < 59; minute++) {
    now += MINUTE_MS;
    if (minute % 2 === 0) await one.read(before);
    token = await one.issue(claims);
    expect(await other.read(token)).toEqual(claims);
    expect(await one.read(before)).toEqual(claims);
    if (now < rotatedat + AHEAD_MS) expect(kidOf(token)).toBe(kidOf(before));
  }
  expect(kidOf(token)).not.toBe(kidOf(before));
  now += 10 * MINUTE_MS;
  expect(await one.read(before)).toBeNull();
  await rotateTokenKey(records.db, now);
  const kept = await records.db.selectFrom('settings').select('key').execute();
  expect(kept).toHaveLength(2);
  expect(await other.read(token)).toEqual(claims);
});

test('what was found of a token counts no longer than its key does', async () => {
  const keys = [{ kid: 'a', secret: new Uint8Array(32).fill(1), signsFrom: 0 }];
  const tokens = accessTokens({ keys: async () => keys, now: () => now, lifetimeS: 60 });
  const token = await tokens.issue(claims);
  expect(await tokens.read(token)).toEqual(claims);
  keys.splice(0, 1, { kid: 'b', secret: new Uint8Array(32).fill(2), signsFrom: 0 });
  expect(await tokens.read(token)).toBeNull();
});

test('while the database is away a token is not called a bad one', async () => {
  const keys = () => Promise.reject(new Error('away'));
  const tokens = accessTokens({ keys, now: () => now, lifetimeS: 60 });
  await expect(tokens.read('any')).rejects.toThrow('away');
});
