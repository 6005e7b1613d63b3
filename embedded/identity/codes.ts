import { ensure, refuse } from './errors.ts';
import type { CodeKind, CodeRow, IdentityDb } from './tables.ts';
import { hashOf, randomSecret } from './tokens.ts';

export const CODE_MS = 60 * 60_000;

/** Makes a code of one use and one hour; only its hash is kept. */
export async function insertCode(
  db: IdentityDb,
  now: number,
  row: Omit<CodeRow, 'hash' | 'expiresat'>,
): Promise<string> {
  const code = randomSecret();
  await db
    .insertInto('identity_codes')
    .values({ ...row, hash: hashOf(code), expiresat: now + CODE_MS })
    .execute();
  return code;
}

/** What a code stands for, which must be one of `kinds` when given; using it is another step. Throws the refusals of a code. */
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

/** Uses a code up; of several at once one succeeds, the others throw INVALID_OOB_CODE. */
export async function spendCode(tx: IdentityDb, { hash }: CodeRow): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_codes')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) refuse('INVALID_OOB_CODE');
}
