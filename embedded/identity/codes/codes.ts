import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { AccountRow, CodeKind, CodeRow, IdentityDb } from '#embedded/identity/tables.ts';
import { hashOf, randomSecret } from '#embedded/identity/tokens/tokens.ts';

export const CODE_MS = 60 * 60_000;
/** Long enough for owners who do not read their mail for days. */
export const WAY_BACK_MS = 7 * 24 * 60 * 60_000;

/** What an owner takes a change back with; it belongs to the account, whatever happened to that since. */
const WAYS_BACK: readonly CodeKind[] = ['RECOVER_EMAIL', 'REVERT_SECOND_FACTOR_ADDITION'];

export const isWayBack = (kind: CodeKind) => WAYS_BACK.includes(kind);
export const lifetimeOf = (kind: CodeKind) => (isWayBack(kind) ? WAY_BACK_MS : CODE_MS);

/** Makes a code of one use; only its hash is kept. */
export async function insertCode(
  db: IdentityDb,
  now: number,
  row: Omit<CodeRow, 'hash' | 'expiresat'>,
): Promise<string> {
  const code = randomSecret();
  await db
    .insertInto('identity_codes')
    .values({ ...row, hash: hashOf(code), expiresat: now + lifetimeOf(row.kind) })
    .execute();
  return code;
}

/** Reads a code, which must be one of `kinds` when given, without using it. Throws the refusals of a code. */
export async function findCode(
  db: IdentityDb,
  now: number,
  code: string | undefined,
  kinds?: readonly CodeKind[],
): Promise<CodeRow> {
  ensure(code, 'MISSING_OOB_CODE');
  const row = await db
    .selectFrom('identity_codes')
    .selectAll()
    .where('hash', '=', hashOf(code))
    .executeTakeFirst();
  ensure(row && (!kinds || kinds.includes(row.kind)), 'INVALID_OOB_CODE');
  ensure(now < row.expiresat, 'EXPIRED_OOB_CODE');
  return row;
}

/**
 * Throws unless a code belongs to this account as it is now: whatever ended the account's sessions ended its
 * codes, also one that was being made in that moment.
 */
export function ensureCurrent(code: CodeRow, account: AccountRow | undefined): asserts account {
  ensure(account && code.epoch === account.epoch, 'INVALID_OOB_CODE');
}

/** Uses a code up; of several at once one succeeds, the others throw INVALID_OOB_CODE. */
export async function consumeCode(tx: IdentityDb, { hash }: CodeRow): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_codes')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) refuse('INVALID_OOB_CODE');
}

/** Deletes what was mailed for an account, and the sign-in links of these addresses; its ways back stay. */
export async function deleteCodes(tx: IdentityDb, localid: string, emails: string[]): Promise<void> {
  await tx
    .deleteFrom('identity_codes')
    .where('kind', 'not in', WAYS_BACK)
    .where((eb) =>
      eb.or([
        eb('localid', '=', localid),
        eb.and([eb('kind', '=', 'EMAIL_SIGNIN'), eb('email', 'in', emails)]),
      ]),
    )
    .execute();
}

/**
 * Deletes the ways back from changes that followed the one `code` undoes: the earliest way back is the last
 * word.
 */
export async function deleteLaterWaysBack(tx: IdentityDb, { localid, epoch }: CodeRow): Promise<void> {
  await tx
    .deleteFrom('identity_codes')
    .where('kind', 'in', WAYS_BACK)
    .where('localid', '=', localid)
    .where('epoch', '>', epoch)
    .execute();
}

/**
 * Whether an account may still be brought back to this address; while it may, no other account gets the
 * address without proving it.
 */
export async function isKeptForReturn(db: IdentityDb, now: number, email: string): Promise<boolean> {
  const wayBack = await db
    .selectFrom('identity_codes')
    .select('hash')
    .where('kind', '=', 'RECOVER_EMAIL')
    .where('email', '=', email)
    .where('expiresat', '>', now)
    .executeTakeFirst();
  return wayBack !== undefined;
}
