import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { Expression } from 'kysely';
import { nameFrom } from '#contract/fields.form.ts';
import { AppError } from '#server/http/errors.ts';

/** Who an ID token speaks of, checked. */
export type Identity = {
  /** The ID token itself. */
  token: string;
  uid: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
  picture: string | null;
  /** When the person last proved who they are, in milliseconds. */
  authTime: number;
  /** The number of the account's sessions that this token belongs to; null where the service counts none. */
  epoch: number | null;
  /** When the service last ended every session of the account, in milliseconds. */
  validSince: number;
  /** Whether the account has a second factor. */
  hasSecondFactor: boolean;
  /** Whether it was shown at this sign-in. */
  isBySecondFactor: boolean;
};

export type IdentityProvider = {
  /** Deletes the account of an ID token; one that is gone already is as well. Throws `AppError`. */
  deleteAccount(idToken: string): Promise<void>;
  /**
   * Deletes an account without its owner; absent where a service does that only for the holder of an ID
   * token.
   */
  forget?(uid: string): Promise<void>;
  /**
   * Ends every session of an ID token's account: no earlier refresh or ID token counts any more. Throws
   * `AppError`.
   */
  endSessions(idToken: string): Promise<void>;
  /** Checks an ID token offline and asks the service whether its session still counts. Throws `AppError`. */
  verify(idToken: string): Promise<Identity>;
  /** How long an access token may go by what the service said when it was issued. */
  accessTokenS: number;
  /**
   * What `Identity.epoch` of the account `users.uid` must still be for an access token that was made from its
   * ID token to count; null: the account is gone or disabled. Part of the school's own statement, where the
   * service keeps its records beside it. A service that tells this only to the holder of the ID token has
   * none: there the token's short life is the bound.
   */
  currentEpoch?: Expression<number | null>;
  /**
   * What the school does for a person who has proved an address by a link in a mail. Absent where it has no
   * credential of its own at the service: then the service's own mail proves the address.
   */
  byAddress?: {
    /**
     * Whether the account at an address is proved to be its owner's; undefined where there is none. Throws
     * `AppError`.
     */
    isProved(email: string): Promise<boolean | undefined>;
    /**
     * Gives the owner of an address an account with this password: a new one, or the one that is there and
     * whose address is not proved, of which every session and every other way in ends. Gives its uid;
     * undefined where the account there is proved. Throws `AppError`.
     */
    open(account: { email: string; password: string; name: string }): Promise<string | undefined>;
  };
  /**
   * The second factors of accounts, for who looks after them. Absent where the school has no credential of its
   * own at the service: then its console has them.
   */
  secondFactors?: {
    /** Whether an account has one; undefined where there is no such account. Throws `AppError`. */
    has(uid: string): Promise<boolean | undefined>;
    /**
     * Takes the one that its owner has lost away, and ends every session of the account; false where there was
     * none. Throws `AppError`.
     */
    reset(uid: string): Promise<boolean>;
  };
  /**
   * Makes ten codes, each of which stands once for a number of the account's app, in place of those before, and
   * tells its mailbox so; they are known to who gets them here alone. Undefined where the account has no second
   * factor. Absent where the service knows no such codes.
   */
  makeRecoveryCodes?(uid: string): Promise<string[] | undefined>;
  /**
   * Makes an account, or signs in to the one that is there with this password; gives its uid, null when
   * neither works.
   */
  ensureAccount(account: {
    email: string;
    password: string;
    name: string;
    photoURL: string | null;
  }): Promise<string | null>;
};

type Options = {
  projectId: string;
  apiKey: string;
  /** What stands before `/v1/accounts:…`. */
  accountsUrl: string;
  jwksUrl: string;
  fetch: typeof fetch;
  now: () => number;
  /** The credential of the school's own server at the service. */
  adminToken?: () => Promise<string>;
  /** As `IdentityProvider.currentEpoch`; absent where the service cannot be asked. */
  currentEpoch?: Expression<number | null>;
  /** As `IdentityProvider.forget`. */
  forget?: (uid: string) => Promise<void>;
  /** As `IdentityProvider.makeRecoveryCodes`. */
  makeRecoveryCodes?: (uid: string) => Promise<string[] | undefined>;
};

const HOUR_S = 60 * 60;
/**
 * Where the service cannot be asked at every call, an account that it ended still opens the school for this
 * long.
 */
const UNASKED_S = 10 * 60;
/** How long the service may take: people wait for it. */
const DEADLINE_MS = 4000;

/** Codes with which the service says that a once good token no longer opens anything. */
const ENDED = new Set(['TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED', 'INVALID_ID_TOKEN']);

/**
 * jose's codes for a key set that came too late, with another status than 200, or as something else: no word
 * about the token.
 */
const UNREADABLE_KEYS = new Set([errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code]);

/**
 * Speaks Identity Toolkit to whichever host the options name. ID tokens are RS256 JWTs, verified as the
 * vendor's "Verify ID tokens using a third-party JWT library" asks: signature, `iss`, `aud`, `exp`, `sub`.
 */
export function identityProvider({
  projectId,
  apiKey,
  accountsUrl,
  jwksUrl,
  fetch,
  now,
  currentEpoch,
  forget,
  makeRecoveryCodes,
  adminToken,
}: Options): IdentityProvider {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: fetch, timeoutDuration: DEADLINE_MS });

  const call = (name: string, body: object) =>
    post(`accounts:${name}?key=${encodeURIComponent(apiKey)}`, body);

  async function post(
    path: string,
    body: object,
    bearer?: () => Promise<string>,
  ): Promise<Record<string, unknown>> {
    let response: Response;
    try {
      response = await fetch(`${accountsUrl}/v1/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(bearer && { authorization: `Bearer ${await bearer()}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
    } catch (cause) {
      throw new AppError('provider-unavailable', { cause });
    }
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.ok) return answer;
    const code = (answer.error as { message?: string } | undefined)?.message ?? String(response.status);
    if (response.status >= 500 || response.status === 429)
      throw new AppError('provider-unavailable', { cause: code });
    throw new AppError(ENDED.has(code) ? 'session-ended' : 'unauthenticated', { cause: code });
  }

  return {
    async verify(idToken) {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
        currentDate: new Date(now()),
      }).catch((cause) => {
        if (cause instanceof errors.JOSEError && !UNREADABLE_KEYS.has(cause.code)) {
          throw new AppError('unauthenticated', { cause });
        }
        throw new AppError('provider-unavailable', { cause });
      });
      const { email, sub } = payload;
      if (typeof email !== 'string' || !sub) throw new AppError('unauthenticated');
      const { users } = await call('lookup', { idToken });
      const [account] = (users ?? []) as Partial<AccountInfo>[];
      if (account?.localId !== sub) throw new AppError('session-ended');
      return {
        token: idToken,
        uid: sub,
        email: email.toLowerCase(),
        emailVerified: payload.email_verified === true,
        name: typeof payload.name === 'string' ? nameFrom(payload.name) : null,
        picture: typeof payload.picture === 'string' ? payload.picture : null,
        authTime: Number(payload.auth_time) * 1000,
        epoch: typeof payload.session_epoch === 'number' ? payload.session_epoch : null,
        validSince: Number(account.validSince ?? 0) * 1000,
        hasSecondFactor: hasFactor(account),
        isBySecondFactor: (payload.firebase as Claims | undefined)?.sign_in_second_factor !== undefined,
      };
    },

    accessTokenS: currentEpoch ? HOUR_S : UNASKED_S,

    currentEpoch,
    forget,
    makeRecoveryCodes,

    async deleteAccount(idToken) {
      await call('delete', { idToken }).catch((error) => {
        // An earlier answer was lost.
        if (!(error instanceof AppError) || error.cause !== 'USER_NOT_FOUND') throw error;
      });
    },

    async endSessions(idToken) {
      await call('update', { idToken, validSince: String(Math.floor(now() / 1000)) });
    },

    ...(adminToken !== undefined &&
      adminOf((name, body) => post(`projects/${projectId}/accounts${name}`, body, adminToken), now)),

    async ensureAccount({ email, password, name, photoURL }) {
      const credentials = { email, password, returnSecureToken: true };
      try {
        const made = await call('signUp', credentials);
        await call('update', { idToken: made.idToken, displayName: name, photoUrl: photoURL ?? undefined });
        return String(made.localId);
      } catch (error) {
        if (!(error instanceof AppError) || error.cause !== 'EMAIL_EXISTS') throw error;
      }
      const known = await call('signInWithPassword', credentials).catch((error) => {
        if (error instanceof AppError && error.code === 'unauthenticated') return null;
        throw error;
      });
      return known ? String(known.localId) : null;
    },
  };
}

type AccountInfo = {
  localId: string;
  emailVerified?: boolean;
  validSince?: string;
  providerUserInfo?: { providerId: string }[];
  mfaInfo?: object[];
};
type Claims = { sign_in_second_factor?: string };
type AdminCall = (name: string, body: object) => Promise<Record<string, unknown>>;

const hasFactor = ({ mfaInfo = [] }: Pick<AccountInfo, 'mfaInfo'>) => mfaInfo.length > 0;

/** What a server may do by the vendor's `projects.accounts` calls. */
const adminOf = (admin: AdminCall, now: () => number) => ({
  byAddress: ownersOf(admin),
  secondFactors: secondFactorsOf(admin, now),
});

function secondFactorsOf(
  admin: AdminCall,
  now: () => number,
): NonNullable<IdentityProvider['secondFactors']> {
  async function has(uid: string) {
    const { users = [] } = await admin(':lookup', { localId: [uid] });
    const [account] = users as AccountInfo[];
    return account && hasFactor(account);
  }
  return {
    has,
    async reset(uid) {
      if (!(await has(uid))) return false;
      await admin(':update', { localId: uid, mfa: {}, validSince: String(Math.floor(now() / 1000)) });
      return true;
    },
  };
}

function ownersOf(admin: AdminCall): NonNullable<IdentityProvider['byAddress']> {
  const find = async (email: string) => {
    const { users = [] } = await admin(':lookup', { email: [email] });
    return (users as AccountInfo[])[0];
  };
  const isRefused = (error: unknown, codes: readonly string[]) =>
    error instanceof AppError && codes.includes(String(error.cause));
  return {
    async isProved(email) {
      const account = await find(email);
      return account && account.emailVerified === true;
    },

    async open({ email, password, name: displayName }) {
      const known = await find(email);
      if (known?.emailVerified) return undefined;
      try {
        if (!known) {
          const made = await admin('', { email, password, displayName, emailVerified: true });
          return String(made.localId);
        }
        const { localId, providerUserInfo = [] } = known;
        const others = providerUserInfo.map(({ providerId }) => providerId).filter((id) => id !== 'password');
        const change = { localId, password, displayName, emailVerified: true, deleteProvider: others };
        await admin(':update', change);
        return localId;
      } catch (error) {
        // Its owner came by another way in this moment.
        if (isRefused(error, ['EMAIL_EXISTS', 'OPERATION_NOT_ALLOWED'])) return undefined;
        throw error;
      }
    },
  };
}
