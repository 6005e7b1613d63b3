import { isOffice } from '#contract/users/calls.ts';
import type { Row } from '#server/database/schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** For how long admins and the office are reminded of a second factor before it is required. */
const REMINDED_MS = 14 * DAY_MS;

/** Since when (epoch milliseconds) the school requires it of admins and the office; undefined where it does not. */
export type AskedSince = number | undefined;

/**
 * From when on (epoch milliseconds) an account needs a second factor to sign in: the days begin with its role
 * or with the school's requirement, whichever was later. Undefined for accounts of which it is not required.
 */
export function secondFactorFrom(
  { role, officesince }: Pick<Row<'users'>, 'role' | 'officesince'>,
  askedSince: AskedSince,
): number | undefined {
  if (askedSince === undefined || !isOffice(role)) return undefined;
  return Math.max(askedSince, officesince ?? 0) + REMINDED_MS;
}
