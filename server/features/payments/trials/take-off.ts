import { sql } from 'kysely';
import { leastCharge } from '#contract/protocols/least-charge.ts';
import { joinReasons, reasonOf } from '#server/database/rows/reasons.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db, OrderState } from '#server/database/schema.ts';
import type { Priced } from '#server/features/classes/index.ts';
import type { LessDiscount } from '#server/features/discounts/index.ts';
import { lockOrders, type OrderRow } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';

const TAKEN_OFF = reasonOf('orders.trial_taken_off');
/** Of a place for which it was taken off; written out, since an index holds these alone. */
const OPEN = sql<OrderState>`('held', 'intent', 'expiring', 'enrolled')`;

type Place = { learnerid: string; classid: string };
type Off = Place & { trialid: string; cents: number };
type Rules = Pick<SchoolNow, 'trialfee' | 'currency'>;

/**
 * What these learners have paid for trial lessons that are over and that was taken off no price yet; nothing
 * where the school keeps it. Of a place that is still being paid for it comes off whenever that is asked for
 * again: it is the same payment. `now`: epoch milliseconds.
 */
export async function findTrialsOff(
  db: Db,
  { trialfee, currency }: Rules,
  { learnerids, now }: { learnerids: readonly string[]; now: number },
): Promise<Off[]> {
  if (trialfee === 'kept' || learnerids.length === 0) return [];
  const trials = await db
    .selectFrom('orders')
    .leftJoin('lessons', 'lessons._id', 'orders.lessonid')
    .select(['orders._id as trialid', 'orders.learnerid', 'orders.amount', 'orders.goodwill'])
    .select((of) => of.ref('orders.classid').$notNull().as('classid'))
    .where('orders.learnerid', 'in', learnerids)
    .where('orders.lessonid', 'is not', null)
    .where('orders.state', '=', 'enrolled')
    .where('orders.currency', '=', currency)
    .where('orders.amount', '>', 0)
    .where((of) => of.or([of('lessons.endsat', 'is', null), of('lessons.endsat', '<=', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as places')
            .select('places._id')
            .whereRef('places.trialid', '=', 'orders._id')
            .where('places.state', 'in', OPEN)
            .where('places.state', '=', 'enrolled'),
        ),
      ),
    )
    .orderBy('orders._id')
    .execute();
  return trials
    .map(({ amount, goodwill, ...trial }) => ({ ...trial, cents: amount - goodwill }))
    .filter(({ cents }) => cents > 0);
}

/** A place with its price, and the trial that was taken off it. */
type LessOff<P> = LessDiscount<P> & Partial<Pick<OrderRow, 'trialid'>>;

/**
 * Takes off the prices of places, discounts taken off already, what was paid for a trial in the class, where
 * the school does.
 */
export async function takeTrialsOff<P extends LessDiscount<Place & Priced>>(
  db: Db,
  rules: Rules,
  places: readonly P[],
  now: number,
): Promise<LessOff<P>[]> {
  const learnerids = [...new Set(places.map(({ learnerid }) => learnerid))];
  const off = await findTrialsOff(db, rules, { learnerids, now });
  return places.map((place) => {
    const trial = off.find((one) => one.learnerid === place.learnerid && one.classid === place.classid);
    if (!trial || place.amount === 0) return place;
    const left = Math.max(0, place.amount - trial.cents);
    // What a card cannot be charged costs nothing.
    const amount = left < leastCharge(rules.currency) ? 0 : left;
    return {
      ...place,
      amount,
      fullamount: place.discountid ? place.fullamount : place.amount,
      amountreason: joinReasons(place.amountreason, TAKEN_OFF),
      trialid: trial.trialid,
    };
  });
}

/**
 * Holds a trial whose price is taken off until the transaction ends; a unique index lets it be taken off
 * once. Throws `price-differs` where its money went back meanwhile.
 */
export async function holdTrialOff(tx: Db, trialid: string): Promise<void> {
  const trial = await tx.selectFrom('orders').selectAll().where('_id', '=', trialid).executeTakeFirst();
  ensure(trial, 'price-differs');
  const [{ state }] = await lockOrders(tx, trial);
  ensure(state === 'enrolled', 'price-differs');
}
