import { createHash } from 'node:crypto';
import type { MfaInfo } from '#contract/protocols/identity.ts';
import type { IdentityDb, SecondFactorRow } from '#embedded/identity/tables.ts';

const ID_LENGTH = 28;

export const findFactor = (db: IdentityDb, localid: string) =>
  db.selectFrom('identity_second_factors').selectAll().where('localid', '=', localid).executeTakeFirst();

/** An enrolment’s id on the wire: an account begins an epoch with each. */
export const enrollmentIdOf = ({ localid, epoch }: Pick<SecondFactorRow, 'localid' | 'epoch'>) =>
  createHash('sha256').update(`${localid} ${epoch}`).digest('base64url').slice(0, ID_LENGTH);

/** A second factor as the wire shows it. */
export const mfaInfoOf = (
  factor: Pick<SecondFactorRow, 'localid' | 'epoch' | 'enrolledat'> &
    Partial<Pick<SecondFactorRow, 'displayname'>>,
): MfaInfo => ({
  mfaEnrollmentId: enrollmentIdOf(factor),
  displayName: factor.displayname ?? undefined,
  enrolledAt: new Date(factor.enrolledat).toISOString(),
  totpInfo: {},
});

/** Uses a step’s number up; false where it, or a later one, was used before. */
export async function consumeStep(tx: IdentityDb, localid: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_second_factors')
    .set({ laststep: step })
    .where('localid', '=', localid)
    .where('laststep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes an account’s second factor with its recovery codes; with `since`, one of that epoch or later. */
export async function deleteFactor(tx: IdentityDb, localid: string, since = 0): Promise<void> {
  await tx
    .deleteFrom('identity_second_factors')
    .where('localid', '=', localid)
    .where('epoch', '>=', since)
    .execute();
}
