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
  const terms = await findTerms(db);
  const selves = await findSelves(
    db,
    userid,
    asked.map(({ learnerid }) => learnerid),
  );
  const known = new Map<string, string[]>();
  const childrenIn = async (term: Row<'terms'>) => {
    const children =
      known.get(term._id) ?? (await findChildren(db, { userids: [userid], term })).get(userid) ?? [];
    known.set(term._id, children);
    return children;
  };
  const nths = new Map<Place, number>();
  for (const place of asked) {
    const day = days.get(place.classid);
    const term = day === undefined ? undefined : termOf(terms, day);
    if (!term || selves.has(place.learnerid)) continue;
    const children = await childrenIn(term);
    if (!children.includes(place.learnerid)) children.push(place.learnerid);
    nths.set(place, children.indexOf(place.learnerid) + 1);
  }
  return nths;
}

type Term = Row<'terms'>;

const findTerms = (db: Db): Promise<Term[]> =>
  db.selectFrom('terms').selectAll().orderBy('firstday').orderBy('_id').execute();

const termOf = (terms: readonly Term[], day: string) =>
  terms.find(({ firstday, lastday }) => firstday <= day && day <= lastday);

/** Of each account the children who have places in a term, by when the first of each was taken. */
async function findChildren(
  db: Db,
  { userids, term: { firstday, lastday } }: { userids: readonly string[]; term: Term },
): Promise<Map<string, string[]>> {
  const taken = await findChildrenOf(db, { userids, firstday, lastday });
  // Of those given at once the one with a discount came later.
  taken.sort(
    (one, other) =>
      one.createdat - other.createdat || (one.nth ?? 0) - (other.nth ?? 0) || (one._id < other._id ? -1 : 1),
  );
  const children = new Map<string, string[]>();
  for (const { userid, learnerid } of taken) {
    const known = children.get(userid ?? '') ?? [];
    if (!known.includes(learnerid)) children.set(userid ?? '', [...known, learnerid]);
  }
  return children;
}

/** Which child a learner is of the family that pays, on a day; 0 of the account itself, and outside of terms. */
export type NthOn = (who: { userid: string; learnerid: string; day: string }) => number;

/** The same of children who have their places, of many families and days. */
export async function nthsOn(
  db: Db,
  { userids, days }: { userids: readonly string[]; days: readonly string[] },
): Promise<NthOn> {
  const terms = await findTerms(db);
  const met = terms.filter(({ firstday, lastday }) => days.some((day) => firstday <= day && day <= lastday));
  const children = new Map<string, Map<string, string[]>>();
  for (const term of met) children.set(term._id, await findChildren(db, { userids, term }));
  return ({ userid, learnerid, day }) => {
    const of = children.get(termOf(terms, day)?._id ?? '')?.get(userid) ?? [];
    return of.indexOf(learnerid) + 1;
  };
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
