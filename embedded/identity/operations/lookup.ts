import type * as z from 'zod';
import type { LookupAnswer, WithIdToken } from '#contract/protocols/identity.ts';
import { findProviders, providerUserInfo } from '#embedded/identity/accounts/accounts.ts';
import type { Identity } from '#embedded/identity/options.ts';
import { findFactor, mfaInfoOf } from '#embedded/identity/second-factor/factors.ts';
import type { AccountRow } from '#embedded/identity/tables.ts';
import { authenticate } from '#embedded/identity/tokens/tokens.ts';

type Info = NonNullable<z.input<typeof LookupAnswer>['users']>[number];

/** An account as the wire shows it. */
export async function infoOf({ db }: Pick<Identity, 'db'>, account: AccountRow): Promise<Info> {
  const factor = await findFactor(db, account.localid);
  return {
    localId: account.localid,
    email: account.email,
    emailVerified: account.emailverified === 1,
    displayName: account.displayname ?? undefined,
    photoUrl: account.photourl ?? undefined,
    providerUserInfo: providerUserInfo(account, await findProviders(db, account.localid)),
    validSince: String(Math.floor(account.validsince / 1000)),
    createdAt: String(account.createdat),
    lastLoginAt: String(account.lastloginat),
    lastRefreshAt: new Date(account.lastrefreshat).toISOString(),
    disabled: account.disabled === 1,
    initialEmail: account.initialemail,
    emailLinkSignin: account.emaillinksignin === 1,
    ...(factor && { mfaInfo: [mfaInfoOf(factor)] }),
  };
}

/** The account an ID token belongs to. */
export async function lookup(
  identity: Identity,
  { idToken }: z.output<typeof WithIdToken>,
): Promise<z.input<typeof LookupAnswer>> {
  const { account } = await authenticate(identity, idToken);
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [await infoOf(identity, account)] };
}
