import { jwtVerify, SignJWT } from 'jose';

const LIFETIME_S = 60 * 60;

/** What an access token says: whose, and of which sign-in. Never a role: that is read from the database at every call. */
export type AccessClaims = { userid: string; sessionid: string };

export type AccessTokens = {
  issue(claims: AccessClaims): Promise<string>;
  /** The claims of a token of ours that has not run out; null for anything else. */
  read(token: string): Promise<AccessClaims | null>;
};

/** Access tokens as JWTs (RFC 7519) under the school's own key: HS256, one hour. */
export function accessTokens({ key, now }: { key: Uint8Array; now: () => number }): AccessTokens {
  const scope = { issuer: 'cadenza', audience: 'cadenza-api' };
  return {
    async issue({ userid, sessionid }) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ sid: sessionid })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(userid)
        .setIssuer(scope.issuer)
        .setAudience(scope.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_S)
        .sign(key);
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          ...scope,
          algorithms: ['HS256'],
          typ: 'at+jwt',
          requiredClaims: ['exp', 'sub', 'sid'],
          currentDate: new Date(now()),
        });
        return { userid: String(payload.sub), sessionid: String(payload.sid) };
      } catch {
        return null;
      }
    },
  };
}
