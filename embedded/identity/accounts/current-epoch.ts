import { type Expression, sql } from 'kysely';

/**
 * The epoch that a token of the account `localid` must carry to count, as part of a statement on the database
 * of the service; null when the account is gone or disabled.
 */
export const currentEpoch = (localid: Expression<string | null>): Expression<number | null> =>
  sql<number | null>`(select epoch from identity_accounts where localid = ${localid} and disabled = 0)`;
