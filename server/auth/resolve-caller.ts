import type { Db } from '#server/database/schema.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type Caller, findCaller } from './queries.ts';

export type CallerSources = { db: Db; tokens: AccessTokens; identity: IdentityProvider };

/** Who an access token speaks of at this moment; null when it, its sign-in or that of the identity service no longer counts. */
export async function resolveCaller(
  { db, tokens, identity }: CallerSources,
  token: string,
): Promise<Caller | null> {
  const claims = await tokens.read(token);
  if (!claims) return null;
  const [caller, counts] = await Promise.all([findCaller(db, claims), identity.counts(claims)]);
  return counts ? caller : null;
}
