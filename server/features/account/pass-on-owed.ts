import type { Db } from '#server/database/schema.ts';
import { findChargesFor, moveCharges } from '#server/features/charges/index.ts';
import { findLoose } from '#server/features/ledger/index.ts';
import { moveOwed } from '#server/features/orders/index.ts';
import { findOpenBooks, schoolOf } from './open-books.ts';

type Owed = { learnerid: string; from: string; to: string };

/**
 * Lets one account owe what another does for a learner: places, and charges that no invoice says, unless what
 * the account has paid covers them. An invoice stays with the account to which it was issued.
 */
export async function passOnOwed(tx: Db, owed: Owed): Promise<void> {
  const charges = await findUninvoiced(tx, owed);
  const sum = charges.reduce((total, { amount }) => total + amount, 0);
  const open = await findOpenBooks(tx, { userid: owed.from, school: await schoolOf(tx) });
  if (sum > 0 && open && sum <= open.others) await moveCharges(tx, charges, owed.to);
  await moveOwed(tx, owed);
}

/** Charges for a learner that no invoice says and that neither are reversed nor have paid an invoice. */
async function findUninvoiced(tx: Db, { learnerid, from }: Owed) {
  const loose = new Map((await findLoose(tx, from)).map(({ _id, amount }) => [_id, amount]));
  const charges = await findChargesFor(tx, { userid: from, learnerid });
  return charges.filter(({ _id, amount, reverses }) => reverses === null && loose.get(_id) === amount);
}
