import { FORMER_MEMBER } from '#contract/former.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { applyCredit } from '#server/features/ledger/index.ts';
import { ensure } from '#server/http/errors.ts';
import { logCharge } from './log-charge.ts';
import { findOwner, findReversal, findTakenOff, insertCharges, lockCharge } from './queries.ts';

type Reversing = {
  id: string;
  key: string;
  /** The school's day from which it counts. */
  day: string;
  actor: Actor;
  now: number;
};

const keyOf = (id: string, key: string) => `reversal.${id}.${key}`;

/**
 * Takes a charge back by one of the opposite amount, whose id it gives, and with it what a run of billing took
 * off it; the same key again adds nothing. In the caller's transaction. Throws `charge-not-found`,
 * `charge-reversed` where that was done before, and `charge-reverses` for what takes another back itself.
 */
export async function reverseCharge(tx: Db, { id, key, day, actor, now }: Reversing): Promise<string> {
  const known = await findOwner(tx, id);
  ensure(known, 'charge-not-found');
  // The account first, as whatever else changes what it owes does.
  if (known.userid !== null) await lockUser(tx, known.userid);
  const charge = await lockCharge(tx, id);
  ensure(charge, 'charge-not-found');
  ensure(charge.reverses === null, 'charge-reverses');
  const reversal = await findReversal(tx, id);
  if (reversal?.key === keyOf(id, key)) return reversal._id;
  ensure(!reversal, 'charge-reversed');
  const user = charge.userid === null ? undefined : await lockUser(tx, charge.userid);
  const own = { byid: actor?._id ?? null, createdat: now };
  const rows = [charge, ...(await findTakenOff(tx, charge))].map((one) => {
    const opposite = { amount: -one.amount, reverses: one._id, key: keyOf(one._id, key), day };
    return { ...one, ...own, ...opposite, _id: newId(now) };
  });
  await insertCharges(tx, rows);
  if (user) await applyCredit(tx, { userid: user._id, now });
  const family = user ?? { _id: id, name: FORMER_MEMBER };
  for (const row of rows) await logCharge(tx, row, { user: family, action: 'charge-reversed', actor, now });
  return rows[0]?._id ?? '';
}
