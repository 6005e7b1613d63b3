import { LOWERING } from '#contract/charges/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import { requireCurrency } from '#server/features/school/index.ts';
import { type ChargeRow, findChargesByKey, insertCharges } from './queries.ts';

/** A charge to be added: its amount in cents without a sign, which the kind gives it. */
export type NewCharge = Omit<NewRow<'charges'>, '_id' | 'reverses' | 'createdat'> & { now: number };

/**
 * Adds charges; of a key that is known nothing is added. Gives the row of each, in the order in which they were
 * asked for, and whether it is new. Throws `price-differs` where the school has changed its currency.
 */
export async function addCharges(
  tx: Db,
  charges: readonly NewCharge[],
): Promise<(ChargeRow & { isNew: boolean })[]> {
  if (charges.length === 0) return [];
  for (const currency of new Set(charges.map((charge) => charge.currency)))
    await requireCurrency(tx, currency);
  const rows = charges.map(({ now, amount, ...charge }) => {
    if (!Number.isInteger(amount) || amount < 0) throw new RangeError(`A charge of ${amount} cents.`);
    return {
      ...charge,
      amount: LOWERING.has(charge.kind) ? -amount : amount,
      _id: newId(now),
      createdat: now,
    };
  });
  const added = new Set((await insertCharges(tx, rows)).map(({ _id }) => _id));
  const found = await findChargesByKey(tx, [...new Set(rows.map(({ key }) => key))]);
  const known = new Map(found.map((row) => [row.key, row]));
  return rows.map(({ key }) => {
    const row = known.get(key);
    if (!row) throw new Error(`There is no charge by the key ${key}.`);
    return { ...row, isNew: added.has(row._id) };
  });
}
