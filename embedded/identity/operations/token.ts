import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { ID_TOKEN_S, type Token, type TokenAnswer } from '#contract/protocols/identity.ts';
import { findAccount } from '#embedded/identity/accounts/accounts.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Identity } from '#embedded/identity/options.ts';
import { hashOf, signIdToken } from '#embedded/identity/tokens/tokens.ts';

/** The vendor numbers its projects; here the number is a hash of the name. */
export const projectNumber = (projectId: string) =>
  String(createHash('sha256').update(projectId).digest().readUIntBE(0, 6));

/** Renews an ID token. The refresh token stays the same, as the vendor's does. */
export async function token(
  identity: Identity,
  input: z.output<typeof Token>,
): Promise<z.input<typeof TokenAnswer>> {
  const { db, now, projectId } = identity;
  ensure(input.grant_type, 'MISSING_GRANT_TYPE');
  ensure(input.grant_type === 'refresh_token', 'INVALID_GRANT_TYPE');
  const refreshToken = input.refresh_token;
  ensure(refreshToken, 'MISSING_REFRESH_TOKEN');
  const hash = hashOf(refreshToken);
  const session = await db
    .selectFrom('identity_refresh_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  ensure(session, 'INVALID_REFRESH_TOKEN');
  const account = await findAccount(db, session.localid);
  // Not INVALID_REFRESH_TOKEN from here on: that would leave the client signed in with a dead session.
  ensure(account, 'USER_NOT_FOUND');
  ensure(!account.disabled, 'USER_DISABLED');
  ensure(session.epoch === account.epoch, 'TOKEN_EXPIRED');

  await db.transaction().execute(async (tx) => {
    const used = { usedat: now() };
    await tx.updateTable('identity_refresh_tokens').set(used).where('hash', '=', hash).execute();
    await tx
      .updateTable('identity_accounts')
      .set({ lastrefreshat: now() })
      .where('localid', '=', account.localid)
      .execute();
  });
  const idToken = await signIdToken(identity, account, {
    provider: session.provider,
    authTime: session.authtime,
    secondFactor: session.secondfactor ?? undefined,
  });
  return {
    access_token: idToken,
    expires_in: String(ID_TOKEN_S),
    token_type: 'Bearer',
    refresh_token: refreshToken,
    id_token: idToken,
    user_id: account.localid,
    project_id: projectNumber(projectId),
  };
}
