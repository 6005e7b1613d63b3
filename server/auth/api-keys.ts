import { createHash, randomBytes } from 'node:crypto';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { KeyScope } from '#contract/endpoint.ts';
import type { Db } from '#server/database/schema.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';

/** A program of the school that calls with an API key, and what it may do. */
export type CallingKey = {
  _id: string;
  name: string;
  /** The admin who made it. */
  ownerid: string;
  scopes: readonly KeyScope[];
  /** CIDR ranges from which it may be used; none: from anywhere. */
  addresses: readonly string[];
  usedat: number | null;
};

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
    .select(['apikeys._id', 'apikeys.name', 'ownerid', 'scopes', 'addresses', 'usedat'])
    .where('hash', '=', hashOf(secret))
    .where('until', '>', now)
    .where('users.leavesat', 'is', null)
    .$if(currentEpoch !== undefined, (keys) => keys.where(sql<boolean>`${currentEpoch} is not null`))
    .executeTakeFirst();
  return found ? { ...found, scopes: scopesOf(found), addresses: rangesOf(found) } : null;
}

/** Scopes are kept as words with spaces between them. */
export const scopesOf = ({ scopes }: { scopes: string }) => scopes.split(' ') as KeyScope[];

/** And ranges of addresses. */
export const rangesOf = ({ addresses }: { addresses: string }) => addresses.split(' ').filter(Boolean);

const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Whether a key may be used from an address. */
export function mayComeFrom({ addresses }: Pick<CallingKey, 'addresses'>, ip: string): boolean {
  if (addresses.length === 0) return true;
  const from = ip.replace(MAPPED, '');
  const list = new BlockList();
  for (const range of addresses) {
    const [net = '', prefix] = range.split('/');
    const family = isIPv4(net) ? 'ipv4' : 'ipv6';
    if (family === 'ipv6' && !isIPv6(net)) continue;
    list.addSubnet(net, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list.check(from, isIPv4(from) ? 'ipv4' : 'ipv6');
}
