import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Network, networksOf } from '#contract/protocols/networks.ts';
import { refuse } from '#embedded/identity/errors.ts';
import type { IdentityDb, IdentityTables } from '#embedded/identity/tables.ts';

const MINUTE_MS = 60_000;

/**
 * How often something may be tried in a window that opens with the first try. Addresses are the callers' IP
 * addresses.
 */
const LIMITS = {
  'wrong password, account and address': { max: 10, windowMs: 15 * MINUTE_MS },
  // From all networks together; a browser in which its owner has signed in lately counts for itself.
  'wrong password, account': { max: 30, windowMs: 15 * MINUTE_MS },
  'wrong password, account and known browser': { max: 10, windowMs: 15 * MINUTE_MS },
  'wrong password, address': { max: 100, windowMs: 15 * MINUTE_MS },
  'account made, address': { max: 100, windowMs: 60 * MINUTE_MS },
  'change asked for, account': { max: 20, windowMs: 60 * MINUTE_MS },
  'change asked for, address': { max: 100, windowMs: 60 * MINUTE_MS },
  'reset tried, account': { max: 20, windowMs: 60 * MINUTE_MS },
  // Counted after the first factor: of a million numbers three are right at a time.
  'wrong number, account': { max: 10, windowMs: 60 * MINUTE_MS },
  // A fifth of the receiver's, so that a stranger or two cannot keep an owner from asking; what was mailed
  // works as long as a window lasts.
  'mail sent, kind, receiver and address': { max: 4, windowMs: 60 * MINUTE_MS },
  'mail sent, kind and receiver': { max: 20, windowMs: 60 * MINUTE_MS },
  'mail sent, account': { max: 10, windowMs: 60 * MINUTE_MS },
  'mail sent, kind and address': { max: 50, windowMs: 60 * MINUTE_MS },
} as const;

export const LONGEST_WINDOW_MS = 60 * MINUTE_MS;

export type Counted = [limit: keyof typeof LIMITS, ...what: (string | Network)[]];

export type Limits = {
  /**
   * Counts a try against all of `counted` at once, before it is made, so that parallel tries cannot slip
   * through; throws the refusal `message` when one of them is used up, and then counts nothing.
   */
  count(counted: Counted[], message?: string): Promise<void>;
  /**
   * Uncounts a try that turned out right: the first of `counted` starts at zero again, the others lose this
   * one try.
   */
  forgive(tx: IdentityDb, counted: Counted[]): Promise<void>;
  /** Takes one try off each. */
  uncount(tx: IdentityDb, counted: Counted[]): Promise<void>;
};

/** A limit that an address counts against, once for each network that it is in. */
export const perNetwork = (limit: keyof typeof LIMITS, ip: string, ...what: string[]): Counted[] =>
  networksOf(ip).map((network) => [limit, ...what, network]);

const isNetwork = (part: string | Network): part is Network => typeof part === 'object';

const keyOf = (counted: Counted) =>
  createHash('sha256')
    .update(JSON.stringify(counted.map((part) => (isNetwork(part) ? part.id : part))))
    .digest('base64url');

const maxOf = ([limit, ...what]: Counted, factor: number) =>
  LIMITS[limit].max * factor * (what.find(isNetwork)?.times ?? 1);

/** Counts in the database, which every process shares; `factor` multiplies each limit. */
export function limits(db: Kysely<IdentityTables>, now: () => number, factor: number): Limits {
  const increment = (tx: IdentityDb, counted: Counted) => {
    const at = now();
    const cutoff = at - LIMITS[counted[0]].windowMs;
    return tx
      .insertInto('identity_attempts')
      .values({ key: keyOf(counted), count: 1, since: at })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          const over = eb('identity_attempts.since', '<=', cutoff);
          return {
            count: eb
              .case()
              .when(over)
              .then(1)
              .else(eb('identity_attempts.count', '+', 1))
              .end(),
            since: eb.case().when(over).then(at).else(eb.ref('identity_attempts.since')).end(),
          };
        }),
      )
      .returning('count')
      .executeTakeFirstOrThrow();
  };

  async function uncount(tx: IdentityDb, counted: Counted[]): Promise<void> {
    for (const one of counted) {
      await tx
        .updateTable('identity_attempts')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', keyOf(one))
        .where('count', '>', 0)
        .execute();
    }
  }

  return {
    count: (counted, message = 'TOO_MANY_ATTEMPTS_TRY_LATER') =>
      db.transaction().execute(async (tx) => {
        for (const one of counted) {
          const { count } = await increment(tx, one);
          if (count > maxOf(one, factor)) refuse(message);
        }
      }),
    async forgive(tx, [first, ...others]) {
      if (first) await tx.deleteFrom('identity_attempts').where('key', '=', keyOf(first)).execute();
      await uncount(tx, others);
    },
    uncount,
  };
}
