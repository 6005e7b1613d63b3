import { FORMER_MEMBER } from '#contract/former.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { applyCredit } from '#server/features/ledger/index.ts';
import { ensure } from '#server/http/errors.ts';
import { logCharge } from './log-charge.ts';
import { findReversal, insertCharges, lockCharge } from './queries.ts';

type Reversing = {
  id: string;
  key: string;
  /** The school's day from which it counts. */
  day: string;
  actor: Actor;
  now: number;
};

/**
 * Takes a charge back by one of the opposite amount, whose id it gives; the same key again adds nothing. In the
 * caller's transaction. Throws `charge-not-found`, `charge-reversed` where that was done before, and
 * `charge-reverses` for what takes another back itself.
 */
export async function reverseCharge(tx: Db, { id, key, day, actor, now }: Reversing): Promise<string> {
  const charge = await lockCharge(tx, id);
  ensure(charge, 'charge-not-found');
  ensure(charge.reverses === null, 'charge-reverses');
  const keyOfIt = `reversal.${id}.${key}`;
  const known = await findReversal(tx, id);
  if (known?.key === keyOfIt) return known._id;
  ensure(!known, 'charge-reversed');
  const user = charge.userid === null ? undefined : await lockUser(tx, charge.userid);
  const opposite = { amount: -charge.amount, reverses: id, key: keyOfIt, day };
  const row = { ...charge, ...opposite, _id: newId(now), byid: actor?._id ?? null, createdat: now };
  await insertCharges(tx, [row]);
  if (user) await applyCredit(tx, { userid: user._id, now });
  const family = user ?? { _id: id, name: FORMER_MEMBER };
  await logCharge(tx, row, { user: family, action: 'charge-reversed', actor, now });
  return row._id;
}
