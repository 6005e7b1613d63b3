import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { KeyScope } from '#contract/endpoint.ts';
import type { Db } from '#server/database/schema.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';

/** A program of the school that calls with an API key, and what it may read. */
export type CallingKey = { _id: string; scopes: readonly KeyScope[]; usedat: number | null };

/** The prefix by which people and scanners for leaked secrets recognise a key. */
const PREFIX = 'cad_';
const RANDOM_BYTES = 32;
const SHOWN_CHARACTERS = PREFIX.length + 4;

/**
 * What opens a new key, how it begins, and what is kept of it. It is as random as a hash, so that one round
 * of SHA-256 hides it.
 */
export function newApiKey(): { secret: string; prefix: string; hash: string } {
  const secret = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
  return { secret, prefix: secret.slice(0, SHOWN_CHARACTERS), hash: hashOf(secret) };
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Whether a bearer token is an API key at all; nothing else is asked about it then. */
export const isApiKey = (token: string) => token.startsWith(PREFIX);

type AtThisMoment = { now: number } & Pick<IdentityProvider, 'currentEpoch'>;

/**
 * The key as it is now; null where it does not exist, was revoked, has expired, or its account is disabled or
 * being deleted.
 */
export async function resolveApiKey(
  db: Db,
  secret: string,
  { now, currentEpoch }: AtThisMoment,
): Promise<CallingKey | null> {
  const found = await db
    .selectFrom('apikeys')
    .innerJoin('users', 'users._id', 'apikeys.ownerid')
    .select(['apikeys._id', 'scopes', 'usedat'])
    .where('hash', '=', hashOf(secret))
    .where('until', '>', now)
    .where('users.leavesat', 'is', null)
    .$if(currentEpoch !== undefined, (keys) => keys.where(sql<boolean>`${currentEpoch} is not null`))
    .executeTakeFirst();
  return found ? { ...found, scopes: scopesOf(found) } : null;
}

/** Scopes are kept as words with spaces between them. */
export const scopesOf = ({ scopes }: { scopes: string }) => scopes.split(' ') as KeyScope[];
