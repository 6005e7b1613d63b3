import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { byClass } from '#server/features/orders/index.ts';
import { findChildrenOf, findNextDays, findSelves } from './queries.ts';

type Place = { learnerid: string; classid: string };

type Asking = {
  /** The account that pays. */
  userid: string;
  places: readonly Place[];
  /** Places that the account gets before these. */
  before: readonly Place[];
  now: number;
};

/**
 * Which child of the family each place is for, counted in the term of the class's next lesson by the order in
 * which the children's places were taken; nothing of a place of the account itself, or outside of any term.
 * Places of one payment count in the order in which their orders are made.
 */
export async function nthChildren(
  db: Db,
  { userid, places, before, now }: Asking,
): Promise<ReadonlyMap<Place, number>> {
  const asked = [...before, ...[...places].sort(byClass)];
  const days = await findNextDays(
    db,
    asked.map(({ classid }) => classid),
    now,
  );
  const terms = await db.selectFrom('terms').selectAll().orderBy('firstday').orderBy('_id').execute();
  const selves = await findSelves(
    db,
    userid,
    asked.map(({ learnerid }) => learnerid),
  );
  const known = new Map<string, string[]>();
  const childrenIn = async (term: Row<'terms'>) => {
    const children = known.get(term._id) ?? (await findChildren(db, { userid, ...term }));
    known.set(term._id, children);
    return children;
  };
  const nths = new Map<Place, number>();
  for (const place of asked) {
    const day = days.get(place.classid);
    const term = terms.find(({ firstday, lastday }) => day && firstday <= day && day <= lastday);
    if (!term || selves.has(place.learnerid)) continue;
    const children = await childrenIn(term);
    if (!children.includes(place.learnerid)) children.push(place.learnerid);
    nths.set(place, children.indexOf(place.learnerid) + 1);
  }
  return nths;
}

/** Those who have places in a term, by when the first of each was taken. */
async function findChildren(
  db: Db,
  term: { userid: string; firstday: string; lastday: string },
): Promise<string[]> {
  const taken = await findChildrenOf(db, term);
  // Of those given at once the one with a discount came later.
  taken.sort(
    (one, other) =>
      one.createdat - other.createdat || (one.nth ?? 0) - (other.nth ?? 0) || (one._id < other._id ? -1 : 1),
  );
  return [...new Set(taken.map(({ learnerid }) => learnerid))];
}

const CHILDREN = [
  'discounts.second_child',
  'discounts.third_child',
  'discounts.fourth_child',
  'discounts.fifth_child',
  'discounts.sixth_child',
] as const;

/** Why a place costs less, as its order keeps it. */
export const nthReason = (nth: number): string => reasonOf(CHILDREN[nth - 2] ?? 'discounts.further_child');
