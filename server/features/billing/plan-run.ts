import { inChunks } from '#server/database/lists/batches.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
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
  /** Billed lessons that the school has cancelled since. */
  credits: readonly lessons.Standing[];
};

/**
 * What a run bills of a class: of each place the lessons of the period that are not billed and come after it was
 * taken, and what was billed and then cancelled. Rows of which nothing is billed are left out.
 */
export async function findRowsOf(
  db: Db,
  classid: string,
  { period, leaveout, isLocked }: { period: Period; leaveout: readonly RowId[]; isLocked?: boolean },
): Promise<ClassRow[]> {
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
  const rows = places.map(({ learnerid, userid, createdat }) => ({
    learnerid,
    userid,
    lessons: within.filter(({ _id, startsat }) => startsat > createdat && !known.has(`${_id} ${learnerid}`)),
    credits: credits.get(learnerid) ?? [],
  }));
  return rows.filter((row) => row.lessons.length > 0 || row.credits.length > 0);
}

type Asked = { period: Period; classids?: readonly string[] | undefined };

/** What a run would bill at this moment, a row a learner and class, by family; sums in cents. */
export async function planRun(db: Db, { period, classids }: Asked) {
  const planned = [];
  for (const { _id: classid, classname, price } of await queries.findBilledClasses(db, classids)) {
    for (const row of await findRowsOf(db, classid, { period, leaveout: [] })) {
      const amount = price * row.lessons.length;
      const credit = row.credits.reduce((sum, one) => sum + one.amount, 0);
      planned.push({
        learnerid: row.learnerid,
        userid: row.userid,
        classid,
        classname,
        price,
        lessons: row.lessons.length,
        amount,
        cancelled: row.credits.length,
        credit,
        total: amount - credit,
      });
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
