import { partOf } from '#contract/payments/part-of.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { addCharges, findChargesByKey, findReversible } from '#server/features/charges/index.ts';
import { lookAgainAt } from '#server/features/ledger/index.ts';
import { findSchoolIn } from './billed-lessons.ts';
import { restCreditLabel, restLabel } from './labels.ts';
import { findBillingSettings } from './settings.ts';

type Order = Row<'orders'>;

/**
 * Charges what places cost beside the first of the instalments in which they are paid; gives the ids of the charges.
 * Once a place. In a transaction that has the account's row locked.
 */
export async function billRests(
  tx: Db,
  orders: readonly Order[],
  { school, now }: { school: SchoolNow; now: number },
): Promise<string[]> {
  const { taxrate } = await findBillingSettings(tx);
  const charges = await addCharges(
    tx,
    orders
      .filter(({ restamount }) => restamount > 0)
      .map(({ _id: orderid, userid, learnerid, classid, restamount: amount, currency }) => ({
        ...{ orderid, userid, learnerid, classid, amount, currency, taxrate, now },
        kind: 'tuition' as const,
        label: restLabel(school),
        day: schoolDay(school, now),
        key: keyOf(orderid),
        byid: null,
      })),
  );
  return charges.map(({ _id }) => _id);
}

/**
 * What is credited, in cents, of what a place costs beside its first instalment once it ends: the school keeps the
 * same part of it as of the instalment, of which it has `earned`.
 */
export const creditedOf = (
  { amount, restamount }: Pick<Order, 'amount' | 'restamount'>,
  earned: number,
): number => (restamount === 0 ? 0 : restamount - partOf(restamount, { left: earned, of: amount }));

/**
 * A place ends: credits what is not owed any more of its later instalments; nothing where `isKept`. Gives how much, in
 * cents.
 */
export async function endRest(
  tx: Db,
  order: Pick<Order, '_id' | 'amount' | 'restamount' | 'earned'>,
  { isKept, now }: { isKept: boolean; now: number },
): Promise<number> {
  const { _id: orderid, earned } = order;
  const credited = isKept ? 0 : creditedOf(order, earned);
  const charge = credited === 0 ? undefined : await findRest(tx, orderid);
  if (!charge) return 0;
  const { userid, learnerid, classid, currency, taxrate } = charge;
  const school = await findSchoolIn(tx);
  await addCharges(tx, [
    {
      ...{ orderid, userid, learnerid, classid, currency, taxrate, amount: credited, now },
      kind: 'credit',
      label: restCreditLabel(school),
      day: schoolDay(school, now),
      key: `ended.${orderid}.rest`,
      byid: null,
    },
  ]);
  // It pays what is open, once no row of the class is locked.
  if (userid !== null) await lookAgainAt(tx, userid, now);
  return credited;
}

const keyOf = (orderid: string) => `rest.${orderid}`;

/** What a place costs beside its first instalment, unless that was taken back. */
async function findRest(tx: Db, orderid: string) {
  const [charge] = await findChargesByKey(tx, [keyOf(orderid)]);
  return charge && (await findReversible(tx, [charge._id])).length > 0 ? charge : undefined;
}
