import type { Kysely, Transaction } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import * as accounts from './migrations/001-accounts.ts';
import * as waysBack from './migrations/002-ways-back.ts';
import * as secondFactors from './migrations/003-second-factors.ts';

/*
 * The service's own tables. Moments are epoch milliseconds, yes and no are 1 and 0, addresses are in lower
 * case. Whatever opens something (refresh tokens, one-time codes) is kept as its SHA-256 alone, but for what
 * numbers are computed from.
 */

export type AccountRow = {
  localid: string;
  email: string;
  emailverified: 0 | 1;
  /** The address the account was made with, when it has changed since. */
  initialemail: string;
  displayname: string | null;
  photourl: string | null;
  /** argon2id in the PHC string format; null for an account without a password. */
  passwordhash: string | null;
  disabled: 0 | 1;
  emaillinksignin: 0 | 1;
  /** Goes up when every session ends; a token counts only while it carries this number. */
  epoch: number;
  validsince: number;
  createdat: number;
  lastloginat: number;
  lastrefreshat: number;
};

/** A person at a provider who may sign in to an account. */
export type ProviderRow = {
  provider: ProviderId;
  sub: string;
  localid: string;
  email: string;
  displayname: string | null;
  photourl: string | null;
  screenname: string | null;
};

/**
 * A signed-in client. The row outlives the account and the epoch, so that the answer can say why it ended.
 */
export type RefreshTokenRow = {
  hash: string;
  localid: string;
  /** `sign_in_provider` of the ID tokens it renews. */
  provider: string;
  epoch: number;
  authtime: number;
  usedat: number;
  /** The id of the second factor that was shown at the sign-in; null without one. */
  secondfactor: string | null;
};

/** A code that travels by mail; the row goes when the code is used. */
export type CodeRow = {
  hash: string;
  kind: CodeKind;
  /** Null for a sign-in link, which may make the account. */
  localid: string | null;
  email: string;
  newemail: string | null;
  /**
   * The account's, when the code was made; a way back has the one of the change it undoes. Null for a sign-in
   * link.
   */
  epoch: number | null;
  expiresat: number;
};

/** What an account asks for after the first factor: the numbers of an authenticator app (RFC 6238). */
export type SecondFactorRow = {
  localid: string;
  /** The account's, once the factor was there: both name the enrolment. */
  epoch: number;
  displayname: string | null;
  /** Base32. */
  secret: string;
  /** The latest step whose number was taken: it and those before it count no more. */
  laststep: number;
  enrolledat: number;
};

/** Stands once where a number stands; the row goes when the code is used. */
export type RecoveryCodeRow = { hash: string; localid: string };

/** Someone who has shown the first factor of an account, and not the second. */
export type PendingSignInRow = {
  hash: string;
  localid: string;
  /** `sign_in_provider` of the first factor. */
  provider: string;
  epoch: number;
  tries: number;
  expiresat: number;
};

export type AttemptRow = { key: string; count: number; since: number };
export type KeyRow = { kid: string; privatekey: string; createdat: number; retiredat: number | null };
/** The ids of sign-in assertions that have been used. */
export type UsedAssertionRow = { jti: string; expiresat: number };

export type ProviderId = 'google.com' | 'github.com';
export type CodeKind =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'REVERT_SECOND_FACTOR_ADDITION'
  | 'EMAIL_SIGNIN';

export type IdentityTables = {
  identity_accounts: AccountRow;
  identity_providers: ProviderRow;
  identity_refresh_tokens: RefreshTokenRow;
  identity_codes: CodeRow;
  identity_second_factors: SecondFactorRow;
  identity_recovery_codes: RecoveryCodeRow;
  identity_pending_sign_ins: PendingSignInRow;
  identity_attempts: AttemptRow;
  identity_keys: KeyRow;
  identity_used_assertions: UsedAssertionRow;
};

export type IdentityDb = Kysely<IdentityTables> | Transaction<IdentityTables>;

/** The service's migrations in their order. One that has been released is never edited again. */
export const identityTables = {
  name: 'identity',
  migrations: {
    getMigrations: async () => ({
      '001-accounts': accounts,
      '002-ways-back': waysBack,
      '003-second-factors': secondFactors,
    }),
  } satisfies MigrationProvider,
};
