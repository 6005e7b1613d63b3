import type { CallOffRefund } from '#contract/classes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import {
  CALLED_OFF,
  endEnrolmentIn,
  findKept,
  findKeptRests,
  type Kept,
} from '#server/features/enrolments/index.ts';
import { balanceOf, findBalances } from '#server/features/ledger/index.ts';
import {
  findOrdersOfCheckouts,
  isReserved,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { endReserved } from '#server/features/payments/index.ts';
import { notifyFamily } from './letters.ts';
import * as queries from './queries.ts';

/** What the school keeps of the money of a place that ends so. */
const KEEPS: Readonly<Record<CallOffRefund, Kept | undefined>> = {
  whole: undefined,
  'lessons-left': 'lessons',
  none: 'all',
};

/** A place that ends: how its money goes back, how much of it, and what the school keeps, in cents. */
export type EndingPlace = {
  place: queries.Place;
  way: 'card' | 'byhand' | 'struck' | 'nothing' | 'uncharged';
  cents: number;
  kept: number;
  /** What is no longer owed of what was charged of it beside that, in cents. */
  credited: number;
};

/** What becomes of the money of places that end at a moment, now or as they did. */
export async function findEndings(
  db: Db,
  places: readonly queries.Place[],
  { refund, now }: { refund: CallOffRefund; now: number },
): Promise<EndingPlace[]> {
  const keeps = KEEPS[refund];
  const kept = await findKept(db, places, { keeps, now });
  const keptRests = await findKeptRests(db, places, { keeps, now });
  const ending = new Map(
    places.map((place) => [
      place._id,
      { ...place, state: 'refund_due' as const, earned: kept.get(place._id) ?? 0 },
    ]),
  );
  const byCard = places.filter((place) => place.paidby === 'card' && place.amount > 0 && !isReserved(place));
  const checkouts = [...new Set(byCard.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const paid: OrderRow[] = [
    ...byCard.filter(({ checkoutid }) => checkoutid === null),
    ...(await findOrdersOfCheckouts(db, checkouts)),
  ];
  const balances = await findBalances(
    db,
    paid.map((order) => ending.get(order._id) ?? order),
  );
  return places.map((place): EndingPlace => {
    const { _id, paidby, amount } = place;
    if (isReserved(place)) return { place, way: 'uncharged', cents: 0, kept: 0, credited: 0 };
    if (paidby === 'due') return { place, way: 'struck', cents: amount, kept: 0, credited: 0 };
    const earned = kept.get(_id) ?? 0;
    const credited = place.restamount - (keptRests.get(_id) ?? 0);
    const isByCard = paidby === 'card';
    const cents = amount === 0 ? 0 : isByCard ? balanceOf(balances, place).open : amount - earned;
    if (cents === 0) return { place, way: 'nothing', cents, kept: earned, credited };
    return { place, way: isByCard ? 'card' : 'byhand', cents, kept: earned, credited };
  });
}

/**
 * Ends the places that one family has in a class that was called off, in the transaction that writes it one
 * mail for all of them; what is to go back to cards is the workers’.
 */
export async function endPlacesOf(
  payments: Payments,
  tx: Db,
  callOff: queries.CallOffRow,
  { familyid, classname }: { familyid: string; classname: string },
): Promise<void> {
  const { _id: classid, reason, refund } = callOff;
  const now = payments.now();
  const places = await queries.lockPlaces(tx, { classid, familyid });
  const endings = await findEndings(tx, places, { refund, now });
  const by = { actor: await queries.findActor(tx, callOff), action: 'cancelled' as const };
  for (const place of places) {
    if (isReserved(place)) {
      await endReserved(payments, tx, place, CALLED_OFF);
      continue;
    }
    const ending = { reason: CALLED_OFF, keeps: KEEPS[refund], by, isQuiet: true, now };
    if (!(await endEnrolmentIn(payments, tx, place, ending)))
      throw new Error(`Order ${place._id} was moved past its lock.`);
  }
  await notifyFamily(tx, endings, { classid, familyid, classname, reason, now });
  payments.checkpoint('inside-places-ending');
}
