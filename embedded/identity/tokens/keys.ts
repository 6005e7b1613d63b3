import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { ID_TOKEN_S } from '#contract/protocols/identity.ts';
import type { IdentityDb, KeyRow } from '#embedded/identity/tables.ts';

/** How long a process may go on with the keys it has read. */
const KEYS_FRESH_MS = 60_000;
/**
 * A new key is in the JWK Set for so long before it signs: longer than any verifier keeps a set (jose: ten
 * minutes). So no verifier meets a token of a key that it does not know, and none need look for an unknown
 * one.
 */
export const PUBLISHED_AHEAD_MS = 15 * 60_000;
/** A retired key verifies until the last token that a process with stale keys signed with it has run out. */
const RETIRED_KEY_MS = ID_TOKEN_S * 1000 + 2 * KEYS_FRESH_MS;

type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject; createdAt: number };
type PublicJwk = { kty: string; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' };

export type SigningKeys = {
  /** Signs `payload` as a JWT (RFC 7519) of this `typ` with the newest key that verifiers know. */
  sign(payload: JWTPayload, typ: string): Promise<string>;
  /** The payload of a JWT that one of the keys signed; rejects with jose's errors. */
  verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload>;
  /** The public halves of every key that still counts, as a JWK Set (RFC 7517). */
  jwks(): Promise<{ keys: PublicJwk[] }>;
};

const makePair = promisify(generateKeyPair);

/** Makes the next key. Of two that do so at once one succeeds, since keys are numbered. */
async function insertKey(db: IdentityDb, now: number): Promise<string> {
  const known = await db.selectFrom('identity_keys').select('kid').execute();
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 });
  const privatekey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const kid = `key-${known.length + 1}`;
  await db
    .insertInto('identity_keys')
    .values({ kid, privatekey, createdat: now, retiredat: null })
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute();
  return kid;
}

/**
 * Makes a new key, which signs once every verifier knows it (`PUBLISHED_AHEAD_MS`). The older ones sign until
 * then, and their tokens count until they run out: no session ends.
 */
export async function rotateSigningKey(db: IdentityDb, now: number): Promise<void> {
  const kid = await insertKey(db, now);
  await db
    .updateTable('identity_keys')
    .set({ retiredat: now + PUBLISHED_AHEAD_MS })
    .where('kid', '!=', kid)
    .where('retiredat', 'is', null)
    .execute();
}

/** The keys kept in the database, made there at first use; each process keeps a copy for a minute. */
export function signingKeys(db: IdentityDb, now: () => number): SigningKeys {
  const parsed = new Map<string, Key>();
  let kept: { at: number; keys: Promise<Key[]> } | undefined;

  const readRows = () =>
    db
      .selectFrom('identity_keys')
      .selectAll()
      .where((eb) => eb.or([eb('retiredat', 'is', null), eb('retiredat', '>', now() - RETIRED_KEY_MS)]))
      .orderBy('createdat', 'desc')
      .orderBy('kid', 'desc')
      .execute();

  function parse({ kid, privatekey, createdat }: KeyRow): Key {
    const known = parsed.get(kid);
    if (known) return known;
    const privateKey = createPrivateKey(privatekey);
    const key = { kid, privateKey, publicKey: createPublicKey(privateKey), createdAt: createdat };
    parsed.set(kid, key);
    return key;
  }

  async function read(): Promise<Key[]> {
    const hasCurrent = (rows: KeyRow[]) => rows.some((row) => row.retiredat === null);
    let rows = await readRows();
    if (!hasCurrent(rows)) {
      await insertKey(db, now());
      rows = await readRows();
    }
    return rows.map(parse);
  }

  function keys(): Promise<Key[]> {
    const at = now();
    if (kept && Math.abs(at - kept.at) < KEYS_FRESH_MS) return kept.keys;
    const reading = read();
    kept = { at, keys: reading };
    reading.catch(() => {
      kept = undefined;
    });
    return reading;
  }

  return {
    async sign(payload, typ) {
      const all = await keys();
      // The very first key signs at once: no verifier has read a set without it.
      const signing = all.find(({ createdAt }) => createdAt <= now() - PUBLISHED_AHEAD_MS) ?? all.at(-1);
      if (!signing) throw new Error('No signing key could be read back.');
      const { kid, privateKey } = signing;
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(privateKey);
    },
    async verify(token, options) {
      const find = async ({ kid }: { kid?: string }) => {
        const key = (await keys()).find((one) => one.kid === kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      };
      return (await jwtVerify(token, find, { ...options, algorithms: ['RS256'] })).payload;
    },
    async jwks() {
      const publicKeys = (await keys()).map(({ kid, publicKey }) => {
        const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
        return { kty, n, e, kid, use: 'sig' as const, alg: 'RS256' as const };
      });
      return { keys: publicKeys };
    },
  };
}
