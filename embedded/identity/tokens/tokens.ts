import { createHash, randomBytes } from 'node:crypto';
import { errors, type JWTPayload } from 'jose';
import { ID_TOKEN_S, issuerOf } from '#contract/protocols/identity.ts';
import { findAccount, findProviders } from '#embedded/identity/accounts/accounts.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow, IdentityDb } from '#embedded/identity/tables.ts';
import { rememberBrowser } from './known-browsers.ts';

const REFRESH_TOKEN_BYTES = 32;
/**
 * How long after signing in a person may change what opens the account, or delete it, without proving again
 * who they are.
 */
const RECENT_SIGN_IN_MS = 60 * 60_000;

/**
 * How a client signed in: the ID token's `sign_in_provider`, when the person proved who they are, and the id of
 * the second factor that they showed.
 */
export type SignIn = { provider: string; authTime: number; secondFactor?: string | undefined };

/** What a client gets that has signed in. */
export type TokenPair = { idToken: string; refreshToken: string; expiresIn: string };

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
export const randomSecret = () => randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');

/** Makes a refresh token of the account's present epoch; only its hash is kept. */
export async function openSession(
  tx: IdentityDb,
  now: number,
  account: AccountRow,
  { provider, authTime, secondFactor }: SignIn,
): Promise<string> {
  const refreshToken = randomSecret();
  await tx
    .insertInto('identity_refresh_tokens')
    .values({
      hash: hashOf(refreshToken),
      localid: account.localid,
      provider,
      epoch: account.epoch,
      authtime: authTime,
      usedat: now,
      secondfactor: secondFactor ?? null,
    })
    .execute();
  return refreshToken;
}

/** Notes the sign-in and makes its refresh token. */
export async function openSignedInSession(
  tx: IdentityDb,
  now: number,
  account: AccountRow,
  signIn: SignIn,
): Promise<string> {
  await tx
    .updateTable('identity_accounts')
    .set({ lastloginat: now, lastrefreshat: now })
    .where('localid', '=', account.localid)
    .execute();
  return openSession(tx, now, account, signIn);
}

/**
 * An ID token (OpenID Connect Core, section 2) in the vendor's form. Not inside a transaction: it may read
 * keys.
 */
export async function signIdToken(identity: Identity, account: AccountRow, signIn: SignIn): Promise<string> {
  const { projectId, now, keys, db } = identity;
  const iat = Math.floor(now() / 1000);
  const identities: Record<string, string[]> = { email: [account.email] };
  for (const { provider, sub } of await findProviders(db, account.localid)) identities[provider] = [sub];
  const claims: JWTPayload = {
    iss: issuerOf(projectId),
    aud: projectId,
    sub: account.localid,
    user_id: account.localid,
    iat,
    exp: iat + ID_TOKEN_S,
    auth_time: Math.floor(signIn.authTime / 1000),
    email: account.email,
    email_verified: account.emailverified === 1,
    ...(account.displayname && { name: account.displayname }),
    ...(account.photourl && { picture: account.photourl }),
    firebase: {
      identities,
      sign_in_provider: signIn.provider,
      ...(signIn.secondFactor && {
        sign_in_second_factor: 'totp',
        second_factor_identifier: signIn.secondFactor,
      }),
    },
    session_epoch: account.epoch,
  };
  return keys.sign(claims, 'JWT');
}

/**
 * The pair a client gets: a fresh ID token beside the refresh token that `openSession` made. Its browser is
 * known to the account from now on.
 */
export async function tokenPair(
  identity: Identity,
  caller: Caller,
  account: AccountRow,
  signIn: SignIn,
  refreshToken: string,
): Promise<TokenPair> {
  const idToken = await signIdToken(identity, account, signIn);
  await rememberBrowser(identity, caller, account);
  return { idToken, refreshToken, expiresIn: String(ID_TOKEN_S) };
}

async function readClaims({ keys, projectId, now }: Identity, idToken: string) {
  try {
    const options = {
      issuer: issuerOf(projectId),
      audience: projectId,
      typ: 'JWT',
      requiredClaims: ['sub', 'exp', 'auth_time', 'session_epoch'],
      currentDate: new Date(now()),
    };
    return { claims: await keys.verify(idToken, options), isExpired: false };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { claims: error.payload, isExpired: true };
    if (error instanceof errors.JOSEError) refuse('INVALID_ID_TOKEN');
    throw error;
  }
}

/**
 * Whose ID token this is and how its client signed in. Throws the refusals of a token that does not open the
 * account.
 */
export async function authenticate(
  identity: Identity,
  idToken: string | undefined,
): Promise<{ account: AccountRow; signIn: SignIn }> {
  ensure(idToken, 'MISSING_ID_TOKEN');
  const { claims, isExpired } = await readClaims(identity, idToken);
  const account = await findAccount(identity.db, String(claims.sub));
  ensure(account, 'USER_NOT_FOUND');
  ensure(!isExpired && claims.session_epoch === account.epoch, 'TOKEN_EXPIRED');
  ensure(!account.disabled, 'USER_DISABLED');
  const { sign_in_provider: provider, second_factor_identifier: secondFactor } = claims.firebase as {
    sign_in_provider: string;
    second_factor_identifier?: string;
  };
  return { account, signIn: { provider, authTime: Number(claims.auth_time) * 1000, secondFactor } };
}

/** Throws the refusal of a change that wants a fresh sign-in. */
export function ensureRecentSignIn({ now }: Identity, { authTime }: SignIn): void {
  ensure(now() - authTime <= RECENT_SIGN_IN_MS, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}
