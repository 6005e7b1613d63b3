import { importPKCS8, SignJWT } from 'jose';
import type { Config } from '#server/config/config.ts';

export type ServiceAccount = NonNullable<NonNullable<Config['identity']['hosted']>['serviceAccount']>;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE =
  'https://www.googleapis.com/auth/identitytoolkit https://www.googleapis.com/auth/cloud-platform';
const ASSERTION_S = 60 * 60;
/** A token is renewed so long before it runs out: it has to last until the call it is for has come there. */
const AHEAD_MS = 60_000;
const DEADLINE_MS = 4000;

/**
 * Access tokens of a service account by OAuth 2.0 (RFC 7523), each for as long as it counts. The function rejects
 * with what stands in the way; asking again tries again.
 */
export function serviceAccountTokens(
  { email, key, tokenUrl }: ServiceAccount,
  { fetch, now }: { fetch: typeof globalThis.fetch; now: () => number },
): () => Promise<string> {
  let kept: { until: number; token: Promise<string> } | undefined;

  async function ask(): Promise<{ token: string; lifeS: number }> {
    const iat = Math.floor(now() / 1000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(tokenUrl)
      .setIssuedAt(iat)
      .setExpirationTime(iat + ASSERTION_S)
      .sign(await importPKCS8(key.reveal(), 'RS256'));
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as {
      access_token?: string;
      expires_in?: number;
      error?: string;
    };
    if (!response.ok || !answer.access_token)
      throw new Error(`the service account is answered ${response.status} ${answer.error ?? ''}`.trimEnd());
    return { token: answer.access_token, lifeS: answer.expires_in ?? 0 };
  }

  return () => {
    if (kept && now() < kept.until) return kept.token;
    const asked = ask();
    const mine = { until: now() + DEADLINE_MS, token: asked.then(({ token }) => token) };
    kept = mine;
    asked.then(
      ({ lifeS }) => {
        mine.until = now() + lifeS * 1000 - AHEAD_MS;
      },
      () => {
        if (kept === mine) kept = undefined;
      },
    );
    return mine.token;
  };
}
