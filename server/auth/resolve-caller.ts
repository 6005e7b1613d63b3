import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import type { Identity, IdentityProvider } from '#server/services/identity-provider.ts';
import type { AccessTokens } from './access-tokens.ts';
import { findCaller, type SignedIn } from './queries.ts';
import { type AskedSince, secondFactorFrom } from './second-factor.ts';
import { hasEnded } from './sign-ins.ts';

export type CallerSources = {
  db: Db;
  tokens: AccessTokens;
  identity: IdentityProvider;
  askedSince: AskedSince;
  now: () => number;
};

/**
 * Who an access token speaks of at this moment; null when it, its sign-in or that of the identity service no
 * longer counts.
 */
export async function resolveCaller(
  { db, tokens, identity, askedSince, now }: CallerSources,
  token: string,
): Promise<SignedIn | null> {
  const claims = await tokens.read(token);
  if (!claims) return null;
  const found = await findCaller(db, claims, identity.currentEpoch);
  if (!found) return null;
  const { currentepoch, officesince, ...caller } = found;
  const counts = !identity.currentEpoch || (currentepoch !== null && currentepoch === claims.epoch);
  if (!counts) return null;
  const { uid, epoch, isBySecondFactor } = claims;
  const from = secondFactorFrom({ role: caller.role, officesince }, askedSince);
  const lacksFactor = !isBySecondFactor && from !== undefined && from <= now();
  return { ...caller, uid, epoch, lacksFactor };
}

/**
 * The account that an ID token names. Throws `session-ended` where the token, or the sign-in here that it
 * belongs to, is no longer valid.
 */
export async function verifyPerson(
  { db, identity }: Pick<CallerSources, 'db' | 'identity'>,
  token: string,
): Promise<Identity> {
  const person = await identity.verify(token);
  ensure(!(await hasEnded(db, person)), 'session-ended');
  return person;
}
