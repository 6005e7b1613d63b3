import type { Db } from '#server/database/schema.ts';
import { AppError } from '#server/http/errors.ts';
import type { Identity, IdentityProvider } from '#server/services/identity-provider.ts';
import { deleteErasure, findErasures, isErased } from './queries.ts';

const UNFINISHED = new Set(['provider-unavailable', 'session-ended']);

/**
 * Deletes the account at the identity service, after the school's own records. What was begun stays noted
 * until this has worked: the same call, or the next sign-in, finishes it. Throws `erasure-unfinished` while
 * the service does not answer, and where the token's session ended meanwhile: the account is still there.
 */
export async function finishErasure(
  db: Db,
  identity: Pick<IdentityProvider, 'deleteAccount'>,
  { uid, token }: Pick<Identity, 'uid' | 'token'>,
): Promise<void> {
  await identity.deleteAccount(token).catch((cause) => {
    const isUnfinished = cause instanceof AppError && UNFINISHED.has(cause.code);
    throw isUnfinished ? new AppError('erasure-unfinished', { cause }) : cause;
  });
  await deleteErasure(db, uid);
}

/** Deletes erased accounts at the identity service too, where it allows that without the owner's sign-in. */
export async function finishErasures(db: Db, { forget }: Pick<IdentityProvider, 'forget'>): Promise<void> {
  if (!forget) return;
  for (const uid of await findErasures(db)) {
    await forget(uid);
    await deleteErasure(db, uid);
  }
}

/**
 * Refuses an account that is deleted here and was left over at the identity service. Throws `account-erased`.
 */
export async function refuseErased(
  db: Db,
  identity: Pick<IdentityProvider, 'deleteAccount'>,
  person: Pick<Identity, 'uid' | 'token'>,
): Promise<void> {
  if (!(await isErased(db, person.uid))) return;
  await finishErasure(db, identity, person);
  throw new AppError('account-erased');
}
