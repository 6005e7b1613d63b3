import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { ID_TOKEN_S } from '#contract/protocols/identity.ts';
import type { IdentityDb, KeyRow } from './tables.ts';

/** How long a process may go on with the keys it has read before it looks for newer ones. */
const KEYS_FRESH_MS = 60_000;
/** The least pause between two looks for a key that is unknown here. */
const UNKNOWN_KEY_PAUSE_MS = 1000;
/** A retired key verifies until the last token that a process with stale keys signed with it has run out. */
const RETIRED_KEY_MS = ID_TOKEN_S * 1000 + 2 * KEYS_FRESH_MS;

type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject };
type PublicJwk = { kty: string; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' };

export type SigningKeys = {
  /** Signs `payload` as a JWT (RFC 7519) of this `typ` with the newest key. */
  sign(payload: JWTPayload, typ: string): Promise<string>;
  /** The payload of a JWT that one of the keys signed; rejects with jose's errors. */
  verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload>;
  /** The public halves of every key that still counts, as a JWK Set (RFC 7517). */
  jwks(): Promise<{ keys: PublicJwk[] }>;
};

const makePair = promisify(generateKeyPair);

async function insertKey(db: IdentityDb, now: number): Promise<void> {
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 });
  const privatekey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await db
    .insertInto('identity_keys')
    .values({ kid: randomUUID(), privatekey, createdat: now, retiredat: null })
    .execute();
}

/** Makes a new key for every signature from now on; tokens of older keys count until they run out. */
export async function rotateSigningKey(db: IdentityDb, now: number): Promise<void> {
  const older = await db.selectFrom('identity_keys').select('kid').where('retiredat', 'is', null).execute();
  await insertKey(db, now);
  if (older.length === 0) return;
  await db
    .updateTable('identity_keys')
    .set({ retiredat: now })
    .where(
      'kid',
      'in',
      older.map((key) => key.kid),
    )
    .execute();
}

/** The keys kept in the database, made there at first use; each process keeps a copy for a minute. */
export function signingKeys(db: IdentityDb, now: () => number): SigningKeys {
  const parsed = new Map<string, Key>();
  let kept: { at: number; keys: Promise<[Key, ...Key[]]> } | undefined;

  const readRows = () =>
    db
      .selectFrom('identity_keys')
      .selectAll()
      .where((eb) => eb.or([eb('retiredat', 'is', null), eb('retiredat', '>', now() - RETIRED_KEY_MS)]))
      .orderBy('createdat', 'desc')
      .orderBy('kid', 'desc')
      .execute();

  function parse({ kid, privatekey }: KeyRow): Key {
    const known = parsed.get(kid);
    if (known) return known;
    const privateKey = createPrivateKey(privatekey);
    const key = { kid, privateKey, publicKey: createPublicKey(privateKey) };
    parsed.set(kid, key);
    return key;
  }

  async function read(): Promise<[Key, ...Key[]]> {
    const hasCurrent = (rows: KeyRow[]) => rows.some((row) => row.retiredat === null);
    let rows = await readRows();
    if (!hasCurrent(rows)) {
      await insertKey(db, now());
      rows = await readRows();
    }
    // The newest signs. Two processes that start together may both have made one; then both verify.
    const [newest, ...older] = rows.map(parse);
    if (!newest) throw new Error('No signing key could be read back.');
    return [newest, ...older];
  }

  function keys(freshMs = KEYS_FRESH_MS): Promise<[Key, ...Key[]]> {
    const at = now();
    if (kept && Math.abs(at - kept.at) < freshMs) return kept.keys;
    const reading = read();
    kept = { at, keys: reading };
    reading.catch(() => {
      kept = undefined;
    });
    return reading;
  }

  return {
    async sign(payload, typ) {
      const [{ kid, privateKey }] = await keys();
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(privateKey);
    },
    async verify(token, options) {
      const find = async ({ kid }: { kid?: string }) => {
        const has = (key: Key) => key.kid === kid;
        const key = (await keys()).find(has) ?? (await keys(UNKNOWN_KEY_PAUSE_MS)).find(has);
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
