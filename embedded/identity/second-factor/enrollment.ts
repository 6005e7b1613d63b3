import { errors } from 'jose';
import { type Ending, updateAndEndSessions } from '#embedded/identity/accounts/credentials.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { Identity } from '#embedded/identity/options.ts';
import type { AccountRow, IdentityDb, SecondFactorRow } from '#embedded/identity/tables.ts';
import { deleteFactor } from './factors.ts';

/** Long enough to install an app first. */
const ENROLLMENT_MS = 30 * 60_000;
const ISSUER = 'cadenza:totp';
/** RFC 8725, section 3.11, as an assertion's. */
const TYP = 'totp+jwt';

const audienceOf = (projectId: string) => `${projectId}:enrollment`;

/**
 * Carries a secret, until it is shown that an app has it, back by the client that got it to show: nothing is
 * kept of an enrolment that is never finished.
 */
export async function signSession(
  { keys, projectId, now }: Identity,
  { localid, epoch }: AccountRow,
  secret: string,
): Promise<{ session: string; until: number }> {
  const iat = Math.floor(now() / 1000);
  const exp = iat + ENROLLMENT_MS / 1000;
  const claims = { iss: ISSUER, aud: audienceOf(projectId), sub: localid, epoch, secret, iat, exp };
  return { session: await keys.sign(claims, TYP), until: exp * 1000 };
}

/** The secret of a session that began for this account as it is now. */
export async function readSession(
  { keys, projectId, now }: Identity,
  { localid, epoch }: AccountRow,
  session: string,
): Promise<string> {
  try {
    const options = {
      issuer: ISSUER,
      audience: audienceOf(projectId),
      typ: TYP,
      subject: localid,
      requiredClaims: ['exp'],
      currentDate: new Date(now()),
    };
    const claims = await keys.verify(session, options);
    ensure(claims.epoch === epoch, 'INVALID_SESSION_INFO');
    return String(claims.secret);
  } catch (error) {
    if (error instanceof errors.JWTExpired) refuse('SESSION_EXPIRED');
    if (error instanceof errors.JOSEError) refuse('INVALID_SESSION_INFO');
    throw error;
  }
}

/**
 * Gives an account its second factor and ends every session. Undefined when the account changed meanwhile;
 * then, as always, it has at most one factor.
 */
export async function enroll(
  tx: IdentityDb,
  ending: Ending,
  account: AccountRow,
  { displayname, secret, laststep }: Pick<SecondFactorRow, 'displayname' | 'secret' | 'laststep'>,
): Promise<{ changed: AccountRow; factor: SecondFactorRow } | undefined> {
  const changed = await updateAndEndSessions(tx, ending, account, {}, { isRecovery: false });
  if (!changed) return;
  const { localid, epoch } = changed;
  const enrolledat = ending.now();
  const factor = { localid, epoch, displayname, secret, laststep, enrolledat };
  await tx.insertInto('identity_second_factors').values(factor).execute();
  return { changed, factor };
}

/**
 * Takes an account's second factor away and ends every session. Undefined when the account changed meanwhile.
 */
export async function withdraw(
  tx: IdentityDb,
  ending: Ending,
  account: AccountRow,
): Promise<AccountRow | undefined> {
  const changed = await updateAndEndSessions(tx, ending, account, {}, { isRecovery: false });
  if (changed) await deleteFactor(tx, account.localid);
  return changed;
}
