import type { PriceUnit } from '#contract/classes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { countLessons } from '#server/features/lessons/index.ts';
import { isTrial, type OrderRow, type Terms } from '#server/features/orders/index.ts';

/** What a class costs beside the flat fee (cents), for what, of how many lessons, and when it is due. */
export type Later = {
  price: number;
  priceunit: PriceUnit | null;
  duetext: string | null;
  lessons: number | undefined;
};

/**
 * What is paid to the school later for the places of these orders, by the class: nothing where enrolling
 * costs the price of the class, nor for a place whose sum was agreed with the office. `now`: epoch
 * milliseconds.
 */
export async function findLater(
  db: Db,
  { enrolmentPrice }: Pick<Terms, 'enrolmentPrice'>,
  {
    orders,
    now,
  }: {
    orders: readonly Pick<OrderRow, 'classid' | 'lessonid' | 'trialid' | 'discountid' | 'amountreason'>[];
    now: number;
  },
): Promise<ReadonlyMap<string, Later>> {
  const charged = orders.filter(
    (order) =>
      !isTrial(order) && (order.amountreason === null || order.trialid !== null || order.discountid !== null),
  );
  const classids = [...new Set(charged.flatMap(({ classid }) => classid ?? []))];
  if (enrolmentPrice === 'class' || classids.length === 0) return new Map();
  const priced = (await findClassesById(db, classids)).filter(({ price }) => price > 0);
  const counts = await countLessons(
    db,
    priced.map(({ _id }) => _id),
    now,
  );
  return new Map(
    priced.map(({ _id, price, priceunit, duetext }) => [
      _id,
      { price, priceunit, duetext, lessons: counts.get(_id)?.of },
    ]),
  );
}
