import { randomInt } from 'node:crypto';
import type { IdentityDb } from '#embedded/identity/tables.ts';
import { hashOf } from '#embedded/identity/tokens/tokens.ts';

const CODES = 10;
/** 80 bits: a hash of it, which needs no salt, gives nothing away. */
const LENGTH = 16;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** What was typed, as it was made: in any case, with or without its groups, and what looks alike is alike. */
function read(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === LENGTH ? code : undefined;
}

/**
 * Ten new codes for an account's second factor, in groups, in place of those before; only hashes are kept.
 * Undefined without a factor.
 */
export async function makeCodes(tx: IdentityDb, localid: string): Promise<string[] | undefined> {
  // Locks the factor: of several who ask at once, the codes of the last count.
  const { numUpdatedRows } = await tx
    .updateTable('identity_second_factors')
    .set((eb) => ({ laststep: eb.ref('laststep') }))
    .where('localid', '=', localid)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return undefined;
  await deleteRecoveryCodes(tx, localid);
  const codes = Array.from({ length: CODES }, newCode);
  await tx
    .insertInto('identity_recovery_codes')
    .values(codes.map((code) => ({ hash: hashOf(code), localid })))
    .execute();
  return codes.map((code) => code.replace(/.{4}(?!$)/g, '$&-'));
}

/** Uses a code up; false where it is none of the account’s. */
export async function consumeRecoveryCode(tx: IdentityDb, localid: string, typed: string): Promise<boolean> {
  const code = read(typed);
  if (!code) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('identity_recovery_codes')
    .where('hash', '=', hashOf(code))
    .where('localid', '=', localid)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How many codes an account has left. */
export async function countCodes(db: IdentityDb, localid: string): Promise<number> {
  const { count } = await db
    .selectFrom('identity_recovery_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('localid', '=', localid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteRecoveryCodes(tx: IdentityDb, localid: string): Promise<void> {
  await tx.deleteFrom('identity_recovery_codes').where('localid', '=', localid).execute();
}
