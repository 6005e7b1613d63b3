import { leastCharge } from '#contract/protocols/least-charge.ts';
import { t } from '#languages/t.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Priced } from '#server/features/classes/index.ts';
import { byClass, type OrderRow } from '#server/features/orders/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { codeKeyOf } from './code-key.ts';
import { nthChildren } from './nth-children.ts';
import { countUsesOf, type DiscountRow, findUsable, lockDiscount } from './queries.ts';
import { type Off, siblingOff } from './sibling-off.ts';
import { takenOff } from './taken-off.ts';

type Place = { learnerid: string; classid: string };

/** A place with its price, and the discount that was taken off it. */
export type LessDiscount<P> = P & Partial<Pick<OrderRow, 'discountid' | 'amountreason'>>;

type Asking = Pick<SchoolNow, 'currency' | 'timezone'> & {
  /** The account that pays. */
  userid: string;
  /** Epoch milliseconds. */
  now: number;
  code?: string | undefined;
  /** Places that the account gets before these. */
  before?: readonly Place[];
  /** Orders that end once these places are paid for, or are these. */
  without?: readonly string[];
};

/**
 * Takes off the prices of places what the school takes off: for a further child of the family in the term, or
 * by a code. A place has one discount, the larger one; a code that has not uses enough left is spent where it
 * takes off most. Gives the code's id too. Throws `code-unknown` and `code-used-up`.
 */
export async function discountPlaces<P extends Place & Priced>(
  db: Db,
  places: readonly P[],
  { code, before = [], without = [], ...asking }: Asking,
): Promise<{ places: LessDiscount<P>[]; codeid: string | undefined }> {
  const usable = await findUsable(db, code === undefined ? undefined : codeKeyOf(code));
  const coded = code === undefined ? undefined : findCode(usable, places, asking);
  const siblings = usable.filter(({ kind }) => kind === 'sibling');
  if (!coded && siblings.length === 0) return { places: [...places], codeid: undefined };
  const nths =
    siblings.length > 0 ? await nthChildren(db, { ...asking, places, before }) : new Map<Place, number>();
  const offs = new Map<P, Off>();
  for (const place of places) {
    const off = siblingOff(siblings, nths.get(place) ?? 1, place.amount);
    if (off) offs.set(place, off);
  }
  if (coded) {
    let left = await usesLeft(db, coded, { ...asking, without });
    if (left <= 0) throw new AppError('code-used-up');
    for (const { place, off } of gains(coded, places, offs)) if (left-- > 0) offs.set(place, off);
  }
  return {
    places: places.map((place) => lessOff(place, offs.get(place), asking)),
    codeid: coded?._id,
  };
}

/** Where a code takes off more than is taken off already, the most first. */
function gains<P extends Place & Priced>(code: DiscountRow, places: readonly P[], offs: ReadonlyMap<P, Off>) {
  return [...places]
    .sort(byClass)
    .filter((place) => isFor(code, place))
    .map((place) => {
      const cents = takenOff(code, place.amount);
      const off = { discount: code, cents, reason: code.code ?? '' };
      return { place, off, more: cents - (offs.get(place)?.cents ?? 0) };
    })
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more);
}

function lessOff<P extends Priced>(place: P, off: Off | undefined, { currency }: Pick<Asking, 'currency'>) {
  if (!off) return place;
  const left = place.amount - off.cents;
  // What a card cannot be charged costs nothing.
  const amount = left < leastCharge(currency) ? 0 : left;
  return {
    ...place,
    amount,
    fullamount: place.amount,
    discountid: off.discount._id,
    amountreason: off.reason,
  };
}

const isFor = ({ classids }: DiscountRow, { classid }: Place) =>
  classids === null || classids.split(',').includes(classid);

/**
 * The code that was entered. One that is not there, not yet or no longer taken, or for other classes, is
 * refused alike, so that trying tells nothing of which there are.
 */
function findCode(
  usable: readonly DiscountRow[],
  places: readonly Place[],
  { now, ...school }: Pick<Asking, 'now' | 'timezone'>,
): DiscountRow {
  const today = schoolDay(school, now);
  const code = usable.find(
    (one) =>
      one.kind === 'code' &&
      (one.firstday === null || one.firstday <= today) &&
      (one.lastday === null || today <= one.lastday) &&
      places.some((place) => isFor(one, place)),
  );
  if (code) return code;
  throw new AppError('code-unknown', { faults: [{ field: 'code', detail: t('errors.code_unknown') }] });
}

type Whose = { userid: string; without?: readonly string[] };

/** For how many places more a code can be used by an account. */
async function usesLeft(db: Db, { _id, times, timesfamily }: DiscountRow, { userid, without = [] }: Whose) {
  if (times === null && timesfamily === null) return Number.POSITIVE_INFINITY;
  const { all, family } = await countUsesOf(db, { discountid: _id, userid, without });
  return Math.min(
    (times ?? Number.POSITIVE_INFINITY) - all,
    (timesfamily ?? Number.POSITIVE_INFINITY) - family,
  );
}

/**
 * Holds the codes of orders that are about to be made until the transaction ends, where their uses are
 * bounded: of two families that want the last one, one gets it. Throws `code-used-up`, and `price-differs`
 * where a code ended meanwhile.
 */
export async function holdDiscounts(
  tx: Db,
  { userid, items }: { userid: string; items: readonly Partial<Pick<OrderRow, 'discountid'>>[] },
): Promise<void> {
  const ids = items.flatMap(({ discountid }) => discountid ?? []);
  for (const id of [...new Set(ids)].sort()) {
    const discount = await lockDiscount(tx, id);
    ensure(discount && discount.endedat === null, 'price-differs');
    const wanted = ids.filter((one) => one === id).length;
    if ((await usesLeft(tx, discount, { userid })) < wanted) throw new AppError('code-used-up');
  }
}

/**
 * Whether payments that come in after their time may still use the codes that they were opened with, whose
 * uses were free meanwhile; held like the above. A code that has ended since is theirs all the same.
 */
export async function holdDiscountsAgain(tx: Db, orders: readonly OrderRow[]): Promise<boolean> {
  const ids = orders.flatMap(({ discountid }) => discountid ?? []);
  for (const id of [...new Set(ids)].sort()) {
    const discount = await lockDiscount(tx, id);
    const mine = orders.filter(({ discountid }) => discountid === id);
    const [{ userid = null } = {}] = mine;
    if (!discount || userid === null) return false;
    const without = mine.map(({ _id }) => _id);
    if ((await usesLeft(tx, discount, { userid, without })) < mine.length) return false;
  }
  return true;
}
