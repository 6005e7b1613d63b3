import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { CreateAuthUri, CreateAuthUriAnswer } from '#contract/protocols/identity.ts';
import { findAccountByEmail, findProviders, readKnownEmail } from '#embedded/identity/accounts.ts';
import { ensure } from '#embedded/identity/errors.ts';
import { perNetwork } from '#embedded/identity/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';

const SESSION_ID_BYTES = 20;

/** Tells by which ways the account of an address may be entered; nothing under enumeration protection. */
export async function createAuthUri(
  { db, limits, enumerationProtection }: Identity,
  input: z.output<typeof CreateAuthUri>,
  { ip }: Caller,
): Promise<z.input<typeof CreateAuthUriAnswer>> {
  ensure(input.identifier, 'MISSING_IDENTIFIER');
  ensure(input.continueUri, 'MISSING_CONTINUE_URI');
  const email = readKnownEmail(input.identifier, 'INVALID_IDENTIFIER');
  ensure(URL.canParse(input.continueUri), 'INVALID_CONTINUE_URI');

  const answer = {
    kind: 'identitytoolkit#CreateAuthUriResponse' as const,
    sessionId: randomBytes(SESSION_ID_BYTES).toString('base64url'),
  };
  if (enumerationProtection) return answer;
  await limits.count(perNetwork('account asked for, address', ip));
  const account = await findAccountByEmail(db, email);
  if (!account) return { ...answer, registered: false };
  const others = (await findProviders(db, account.localid)).map(({ provider }) => provider);
  const password = account.passwordhash === null ? [] : ['password'];
  const link = account.emaillinksignin ? ['emailLink'] : [];
  return {
    ...answer,
    registered: true,
    allProviders: [...new Set([...password, ...link.map(() => 'password'), ...others])],
    signinMethods: [...password, ...link, ...others],
  };
}
