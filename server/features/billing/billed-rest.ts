import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import {
  addCharges,
  type ChargeRow,
  findChargesByKey,
  findReversible,
} from '#server/features/charges/index.ts';
import { lookAgainAt } from '#server/features/ledger/index.ts';
import { findSchoolIn } from './billed-lessons.ts';
import { placeCreditLabel, placeLabel, restLabel } from './labels.ts';
import { findBillingSettings } from './settings.ts';

type Order = Row<'orders'>;

/**
 * Charges what places cost beside their amount: what follows the first instalment, or all of one that is paid by
 * invoice. Once a place; gives the charges. In a transaction that has the account's row locked.
 */
export async function billRests(
  tx: Db,
  orders: readonly Order[],
  { school, now }: { school: SchoolNow; now: number },
): Promise<ChargeRow[]> {
  const { taxrate } = await findBillingSettings(tx);
  return addCharges(
    tx,
    orders
      .filter(({ restamount }) => restamount > 0)
      .map(({ _id: orderid, userid, learnerid, classid, restamount: amount, currency, plan }) => ({
        ...{ orderid, userid, learnerid, classid, amount, currency, taxrate, now },
        kind: 'tuition' as const,
        label: plan === null ? placeLabel(school) : restLabel(school),
        day: schoolDay(school, now),
        key: keyOf(orderid),
        byid: null,
      })),
  );
}

/**
 * A place ends: credits what was charged of it beside its amount, but for what is `kept` (cents). Gives how much, in
 * cents.
 */
export async function endRest(
  tx: Db,
  { _id: orderid, restamount }: Pick<Order, '_id' | 'restamount'>,
  { kept, now }: { kept: number; now: number },
): Promise<number> {
  const credited = restamount - kept;
  const charge = credited === 0 ? undefined : await findRest(tx, orderid);
  if (!charge) return 0;
  const { userid, learnerid, classid, currency, taxrate } = charge;
  const school = await findSchoolIn(tx);
  await addCharges(tx, [
    {
      ...{ orderid, userid, learnerid, classid, currency, taxrate, amount: credited, now },
      kind: 'credit',
      label: placeCreditLabel(school),
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

/** What a place costs beside its amount, unless that was taken back. */
async function findRest(tx: Db, orderid: string) {
  const [charge] = await findChargesByKey(tx, [keyOf(orderid)]);
  return charge && (await findReversible(tx, [charge._id])).length > 0 ? charge : undefined;
}
