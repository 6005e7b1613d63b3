import { createHash } from 'node:crypto';
import { inChunks } from '#server/database/lists/batches.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { findChargesByKey } from '#server/features/charges/index.ts';
import { discountTuition } from '#server/features/discounts/index.ts';
import * as lessons from './lesson-queries.ts';
import * as queries from './run-queries.ts';

export type Period = { from: string; to: string };
/** A row of a run: a learner of a class. */
export type RowId = { learnerid: string; classid: string };

/** What is billed of a class to a learner. */
export type ClassRow = {
  learnerid: string;
  /** Who pays. */
  userid: string;
  /** Those that are not billed yet. */
  lessons: readonly lessons.Lesson[];
  /** What is taken off them for a further child. */
  offs: readonly RowOff[];
  /** Billed lessons that the school has cancelled since. */
  credits: readonly lessons.Standing[];
};

/** What is taken off the lessons of one month or term; `part` names it where it is taken off once. */
export type RowOff = {
  cents: number;
  reason: string;
  lessons: readonly lessons.Lesson[];
  once: string | undefined;
};

/**
 * What a run bills of a class: of each place the lessons of the period that are not billed and come after it was
 * taken, and what was billed and then cancelled. Rows of which nothing is billed are left out.
 */
export async function findRowsOf(
  db: Db,
  wanted: queries.BilledClass,
  { period, leaveout, isLocked }: { period: Period; leaveout: readonly RowId[]; isLocked?: boolean },
): Promise<ClassRow[]> {
  const { _id: classid } = wanted;
  const isLeftOut = ({ learnerid }: { learnerid: string }) =>
    leaveout.some((row) => row.classid === classid && row.learnerid === learnerid);
  const places = (await queries.findPlaces(db, classid, isLocked)).filter((place) => !isLeftOut(place));
  const within = await lessons.findLessonsOn(db, { classid, ...period });
  const billed = await lessons.findBilled(
    db,
    within.map(({ _id }) => _id),
  );
  const known = new Set(billed.map(({ lessonid, learnerid }) => `${lessonid} ${learnerid}`));
  const credits = Map.groupBy(
    (await lessons.findCancelled(db, classid)).filter((one) => one.userid !== null && !isLeftOut(one)),
    ({ learnerid }) => learnerid,
  );
  const rows = places.map(({ learnerid, userid, createdat, ...place }) => ({
    learnerid,
    userid,
    place,
    lessons: within.filter(({ _id, startsat }) => startsat > createdat && !known.has(`${_id} ${learnerid}`)),
    credits: credits.get(learnerid) ?? [],
  }));
  const billing = rows.filter((row) => row.lessons.length > 0 || row.credits.length > 0);
  return withOffs(db, wanted, billing);
}

type Undiscounted = Omit<ClassRow, 'offs'> & { place: Pick<queries.Place, 'discountid' | 'billfrom'> };

/**
 * Takes off the lessons of each row what the school takes off for a further child, by the months or terms in
 * which the class is billed.
 */
async function withOffs(
  db: Db,
  { _id: classid, price, billing }: queries.BilledClass,
  rows: readonly Undiscounted[],
): Promise<ClassRow[]> {
  const days = [...new Set(rows.flatMap((row) => row.lessons.map(({ day }) => day)))];
  const userids = [...new Set(rows.map(({ userid }) => userid))];
  const offOf = await discountTuition(db, { userids, days });
  const termOf = billing === 'term' ? await findTermOf(db) : undefined;
  const partOf = (day: string) => termOf?.(day) ?? day.slice(0, 'YYYY-MM'.length);
  const discounted = rows.map(({ place, ...row }) => {
    const { userid, learnerid } = row;
    const parts = Map.groupBy(row.lessons, ({ day }) => partOf(day));
    const offs = [...parts].flatMap(([part, some]) => {
      const day = some[0]?.day ?? '';
      const off = offOf({ userid, learnerid, day, price: some.length * price });
      if (!off) return [];
      const { discountid, cents, reason, isSum } = off;
      // The first sum of the place has had it.
      if (isSum && discountid === place.discountid && partOf(place.billfrom ?? '') === part) return [];
      const once = isSum ? `discount.${discountid}.${learnerid}.${classid}.${part}` : undefined;
      return { cents, reason, lessons: some, once };
    });
    return { ...row, offs };
  });
  const keys = discounted.flatMap(({ offs }) => offs.flatMap(({ once }) => once ?? []));
  const given = new Set((await findChargesByKey(db, keys)).map(({ key }) => key));
  return discounted.map((row) => ({
    ...row,
    offs: row.offs.filter(({ once }) => once === undefined || !given.has(once)),
  }));
}

/** The term that a day is in. */
async function findTermOf(db: Db) {
  const terms = await queries.findTerms(db);
  return (day: string) => terms.find(({ firstday, lastday }) => firstday <= day && day <= lastday)?._id;
}

/** What a row comes to, in cents. */
export function sumRow({ _id: classid, price }: queries.BilledClass, row: ClassRow) {
  const amount = price * row.lessons.length;
  const discount = row.offs.reduce((sum, { cents }) => sum + cents, 0);
  const credit = row.credits.reduce((sum, one) => sum + one.amount, 0);
  return {
    learnerid: row.learnerid,
    userid: row.userid,
    classid,
    lessons: row.lessons.length,
    amount,
    discount,
    cancelled: row.credits.length,
    credit,
    total: amount - discount - credit,
  };
}

/** Differs where any of these rows bills another sum, of other lessons or to another account. */
export function versionOf(rows: readonly ReturnType<typeof sumRow>[]): string {
  const sums = rows.map(
    ({ learnerid, classid, userid, lessons: count, amount, discount, cancelled, credit }) =>
      [learnerid, classid, userid, count, amount, discount, cancelled, credit].join(' '),
  );
  return createHash('sha256').update(sums.sort().join('\n')).digest('base64url');
}

type Asked = { period: Period; classids?: readonly string[] | undefined };

/** What a run would bill at this moment, a row a learner and class, by family; sums in cents. */
export async function planRun(db: Db, { period, classids }: Asked) {
  const planned = [];
  for (const wanted of await queries.findBilledClasses(db, classids)) {
    const { classname, price } = wanted;
    for (const row of await findRowsOf(db, wanted, { period, leaveout: [] })) {
      planned.push({ ...sumRow(wanted, row), classname, price, discountreason: row.offs[0]?.reason });
    }
  }
  const learners = await findNamedLearners(db, [...new Set(planned.map(({ learnerid }) => learnerid))]);
  const payers = new Map(
    await inChunks([...new Set(planned.map(({ userid }) => userid))], async (some) => [
      ...(await queries.findNames(db, some)),
    ]),
  );
  return planned
    .map((row) => ({
      ...row,
      learnername: learners.get(row.learnerid)?.learnername ?? '',
      payername: payers.get(row.userid) ?? '',
    }))
    .sort(
      (one, other) =>
        one.payername.localeCompare(other.payername) ||
        one.learnername.localeCompare(other.learnername) ||
        one.classname.localeCompare(other.classname) ||
        (one.learnerid + one.classid < other.learnerid + other.classid ? -1 : 1),
    );
}
