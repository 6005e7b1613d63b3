import { hash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { TokenKeys } from './token-keys.ts';

/**
 * What an access token says: whose, and of which sign-in at the identity service. Never a role: that is read
 * from the database at every call.
 */
export type AccessClaims = {
  userid: string;
  signinid: string;
  uid: string;
  /** As the ID token had it; null from a service that does not count epochs. */
  epoch: number | null;
  /** Whether a second factor was shown at that sign-in. */
  isBySecondFactor: boolean;
};

export type AccessTokens = {
  issue(claims: AccessClaims): Promise<string>;
  /** The claims of a token of ours that has not run out; null for anything else. */
  read(token: string): Promise<AccessClaims | null>;
};

const READ_MAX = 10_000;
const MS = 1000;
/** How RFC 8176 calls a sign-in in more than one step. */
const MULTIPLE_FACTORS = 'mfa';

/**
 * Access tokens as JWTs (RFC 7519) under the school's own keys: HS256. Checking one costs as much as a query,
 * and each comes again with every call of its browser: what was found is kept by the token's hash until it
 * runs out or its key counts no longer, for the latest `READ_MAX`.
 */
export function accessTokens({
  keys,
  now,
  lifetimeS,
}: {
  keys: TokenKeys;
  now: () => number;
  lifetimeS: number;
}): AccessTokens {
  const scope = { issuer: 'cadenza', audience: 'cadenza-api' };
  const known = new Map<string, { claims: AccessClaims; expiresat: number; kid: string | null }>();
  return {
    async issue({ userid, signinid, uid, epoch, isBySecondFactor }) {
      const issuedAt = Math.floor(now() / 1000);
      const all = await keys();
      const signing = all.find(({ signsFrom }) => signsFrom <= now()) ?? all.at(-1);
      if (!signing) throw new Error('There is no key for access tokens.');
      const { kid, secret } = signing;
      return new SignJWT({ sid: signinid, uid, epoch, ...(isBySecondFactor && { amr: [MULTIPLE_FACTORS] }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...(kid !== null && { kid }) })
        .setSubject(userid)
        .setIssuer(scope.issuer)
        .setAudience(scope.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeS)
        .sign(secret);
    },
    async read(token) {
      // Outside of what is caught below: a database that is away says nothing about a token.
      const all = await keys();
      const digest = hash('sha256', token, 'base64url');
      const found = known.get(digest);
      if (found) {
        const counts = now() < found.expiresat && all.some(({ kid }) => kid === found.kid);
        return counts ? found.claims : null;
      }
      try {
        const find = ({ kid: named = null }: { kid?: string | null }) => {
          const key = all.find(({ kid }) => kid === named);
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key.secret;
        };
        const { payload, protectedHeader } = await jwtVerify(token, find, {
          ...scope,
          algorithms: ['HS256'],
          typ: 'at+jwt',
          requiredClaims: ['exp', 'sub', 'sid', 'uid', 'epoch'],
          currentDate: new Date(now()),
        });
        const claims = {
          userid: String(payload.sub),
          signinid: String(payload.sid),
          uid: String(payload.uid),
          epoch: typeof payload.epoch === 'number' ? payload.epoch : null,
          isBySecondFactor: Array.isArray(payload.amr) && payload.amr.includes(MULTIPLE_FACTORS),
        };
        const [oldest] = known.keys();
        if (known.size >= READ_MAX && oldest !== undefined) known.delete(oldest);
        known.set(digest, {
          claims,
          expiresat: Number(payload.exp) * MS,
          kid: protectedHeader.kid ?? null,
        });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
