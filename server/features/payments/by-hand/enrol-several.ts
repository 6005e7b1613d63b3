import type * as z from 'zod';
import type { EnrolledSeveral } from '#contract/payments/answers.schema.ts';
import type { EnrolMode } from '#contract/payments/calls.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { findOpenOrder, type OrderRow, type Payments, type Terms } from '#server/features/orders/index.ts';
import { expireOrder } from '#server/features/payments/settling/expire-order.ts';
import { AppError } from '#server/http/errors.ts';
import {
  OpenedMeanwhile,
  type Refused,
  type Seated,
  type Seating,
  seatPlaces,
  takePlaces,
} from './give-places.ts';
import { type PlaceInput, pricePlace, type ReadyPlace, readyPlace } from './ready-place.ts';

/** In cents. */
export type Outcome = z.output<typeof EnrolledSeveral>;

type Several = { items: readonly PlaceInput[]; mode: EnrolMode; actor: Actor };

const TRIES = 3;

/**
 * Enrols several as `enrolByHand` does one, in one transaction: all of them or none, or those who can be
 * enrolled. Says of the others why they cannot. A place that its learner has already is one of those, so the
 * same asked twice gives nothing twice. A dry run does the same and takes it back. Throws
 * `provider-unavailable` where the card service cannot say what became of a payment that is open for one of
 * the places, and `changed-meanwhile` where such payments are begun again and again.
 */
export async function enrolSeveral(
  payments: Payments,
  { items, ...several }: Several,
  { isDry = false }: { isDry?: boolean } = {},
): Promise<Outcome> {
  // One place twice is one place, as it was said last.
  const places = [...new Map(items.map((item) => [keyOf(item), item])).values()];
  for (let tries = 1; ; tries++) {
    try {
      return await tryEnrolling(payments, { items: places, ...several }, isDry);
    } catch (error) {
      // A payment for one of the places began in this moment, or the same request is answered beside this.
      if (!isUniqueViolation(error) && !(error instanceof OpenedMeanwhile)) throw error;
      if (tries === TRIES) throw new AppError('changed-meanwhile', { cause: error });
    }
  }
}

const keyOf = ({ classid, learnerid }: Pick<PlaceInput, 'classid' | 'learnerid'>) =>
  `${classid} ${learnerid}`;

/** What was done, or was taken back again. */
type Done = { seated: readonly Seated[]; refused: readonly Refused[]; orders: readonly OrderRow[] };

async function tryEnrolling(
  payments: Payments,
  { items, mode, actor }: Several,
  isDry: boolean,
): Promise<Outcome> {
  const { db } = payments;
  const terms = await payments.terms();
  const { ready, refused: before } = await readyAll(payments, terms, items);
  const enrol = (isRehearsal: boolean): Promise<Done> => {
    const givesNothing = ({ seated }: Done) => isRehearsal || seated.length === 0;
    return transactOrTry(db, givesNothing, async (tx) => {
      const { seated, refused } = await seatPlaces(payments, tx, ready, {
        terms,
        open: isRehearsal ? 'end' : 'throw',
      });
      const all = [...before, ...refused];
      const done = { refused: all, seated: mode === 'all' && all.length > 0 ? [] : seated, orders: [] };
      if (givesNothing(done)) return done;
      return { ...done, orders: await takePlaces(payments, tx, seated, { terms, actor }) };
    });
  };
  if (isDry) return outcomeOf(payments, terms, await enrol(true));
  if ((await findOpen(payments, ready)).length > 0) {
    const rehearsed = await enrol(true);
    // No payment of a family's ends for a place that is not given.
    if (rehearsed.seated.length === 0) return outcomeOf(payments, terms, rehearsed);
    const places = rehearsed.seated.map(({ place }) => place);
    for (const open of await findOpen(payments, places)) await expireOrder(payments, open);
  }
  const done = await enrol(false);
  if (done.orders.length > 0) {
    payments.checkpoint('several-committed');
    payments.changed();
  }
  return outcomeOf(payments, terms, done);
}

/**
 * The same in the caller's transaction, for those who can be enrolled: no family is told, and no payment of
 * theirs is ended. `terms` are the school's terms now; seats in `reserved` are kept free; `importid` is the
 * import that gives them.
 */
export async function enrolQuietly(
  payments: Payments,
  tx: Db,
  items: readonly PlaceInput[],
  { terms, actor, ...given }: { terms: Terms; actor: Actor } & Pick<Seating, 'reserved' | 'importid'>,
): Promise<{ seated: readonly Seated[]; refused: readonly Refused[] }> {
  const { ready, refused: before } = await readyAll({ ...payments, db: tx as Payments['db'] }, terms, items);
  const { seated, refused } = await seatPlaces(payments, tx, ready, { terms, open: 'refuse', ...given });
  await takePlaces(payments, tx, seated, { terms, actor, isQuiet: true });
  return { seated, refused: [...before, ...refused] };
}

async function readyAll(payments: Payments, terms: Terms, items: readonly PlaceInput[]) {
  const ready: ReadyPlace[] = [];
  const refused: Refused[] = [];
  for (const place of items) {
    try {
      ready.push(await readyPlace(payments, terms, place, await pricePlace(payments, terms, place, ready)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ place, error });
    }
  }
  return { ready, refused };
}

/** What families have begun to pay online for these places. */
async function findOpen({ db }: Payments, places: readonly ReadyPlace[]): Promise<OrderRow[]> {
  const open = [];
  for (const place of places) {
    const order = await findOpenOrder(db, place);
    if (order && order.state !== 'enrolled') open.push(order);
  }
  return open;
}

async function outcomeOf(
  { db }: Payments,
  { currency }: Terms,
  { seated, refused, orders }: Done,
): Promise<Outcome> {
  const given = new Set(orders.map(({ _id }) => _id));
  const sumOf = (way: PlaceInput['pay']) =>
    seated.reduce((total, { place: { pay, amount } }) => (pay === way ? total + amount : total), 0);
  const payers = [...new Set(seated.map(({ place }) => place.userid))];
  return {
    enrolled: seated.map(({ orderid, place: { classid, learnerid, amount, lessons, ...sum } }) => ({
      ...(given.has(orderid) && { insertedId: orderid }),
      classid,
      learnerid,
      price: amount,
      currency,
      lessons: lessons ?? undefined,
      fullprice: sum.fullamount ?? undefined,
      pricereason: sum.amountreason ?? undefined,
    })),
    leftout: refused.map(({ place: { classid, learnerid }, error }) => ({
      classid,
      learnerid,
      code: error.code,
      detail: error.sentence(),
    })),
    sums: { cash: sumOf('cash'), transfer: sumOf('transfer'), owed: sumOf('due') },
    currency,
    // Who has no address is written to by no one.
    families: (await findAddresses(db, payers)).size,
  };
}
