import { reasonWords } from '#contract/messages/reasons.ts';
import type { Span } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { balanceOf, findBalances } from '#server/features/ledger/index.ts';
import { findOrdersOfCheckouts, goesBackOf, isByHand, type OrderRow } from '#server/features/orders/index.ts';
import type { Sums } from './call-off.ts';
import { findCallOffsIn, findOwingOrders } from './queries.ts';

/**
 * Classes that were called off in a span of time, the newest first: what was to go back by each way, and what
 * of it has not gone back yet, in cents.
 */
export async function findCallOffs(db: Db, span: Span) {
  const callOffs = await findCallOffsIn(db, span);
  const ids = callOffs.map(({ _id }) => _id);
  const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
  const owing = await findOwingOrders(db, ids);
  const open = await findOpenOf(db, owing);
  return callOffs.map(({ _id: classid, sums: kept, reason, createdat: calledoffat }) => {
    const { sums, places } = JSON.parse(kept) as Sums;
    const left = (byHand: boolean) =>
      owing
        .filter((order) => order.classid === classid && isByHand(order) === byHand)
        .reduce((total, { _id }) => total + (open.get(_id) ?? 0), 0);
    const isOpen = { card: left(false), byhand: left(true) };
    return {
      classid,
      classname: names.get(classid) ?? '',
      calledoffat,
      reason: reasonWords(reason),
      places,
      sums,
      open: isOpen,
    };
  });
}

/** What is still to go back of orders, by their ids. */
async function findOpenOf(db: Db, owing: readonly OrderRow[]): Promise<ReadonlyMap<string, number>> {
  const byCard = owing.filter((order) => !isByHand(order));
  const checkouts = [...new Set(byCard.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const together = await findOrdersOfCheckouts(db, checkouts);
  const alone = byCard.filter(({ checkoutid }) => checkoutid === null);
  const balances = await findBalances(db, [...alone, ...together]);
  return new Map(
    owing.map((order) => [order._id, isByHand(order) ? goesBackOf(order) : balanceOf(balances, order).open]),
  );
}
