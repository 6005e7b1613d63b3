import { sql } from 'kysely';
import { chunksOf, inChunks } from '#server/database/lists/batches.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';

export type ChargeLesson = Row<'chargelessons'>;

/** A lesson as it is billed. */
export type Lesson = Pick<Row<'lessons'>, '_id' | 'day' | 'startsat'>;

type Days = { classid: string; from: string; to: string };

/** The lessons of a class on some days that are not cancelled, in their order. */
export const findLessonsOn = (db: Db, { classid, from, to }: Days): Promise<Lesson[]> =>
  db
    .selectFrom('lessons')
    .select(['_id', 'day', 'startsat'])
    .where('classid', '=', classid)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('state', '<>', 'cancelled')
    .orderBy('startsat')
    .orderBy('_id')
    .execute();

/** Which learners these lessons are billed to. */
export const findBilled = (
  db: Db,
  lessonids: readonly string[],
): Promise<Pick<ChargeLesson, 'lessonid' | 'learnerid'>[]> =>
  inChunks(lessonids, (some) =>
    db.selectFrom('chargelessons').select(['lessonid', 'learnerid']).where('lessonid', 'in', some).execute(),
  );

const ROWS_AT_ONCE = 500;

/** Notes that lessons are billed; gives those that were not before. */
export async function insertBilled(
  tx: Db,
  rows: readonly NewRow<'chargelessons'>[],
): Promise<Pick<ChargeLesson, 'lessonid' | 'learnerid' | 'amount'>[]> {
  const added = [];
  for (const some of chunksOf(rows, ROWS_AT_ONCE))
    added.push(
      ...(await tx
        .insertInto('chargelessons')
        .values(some)
        .onConflict((c) => c.columns(['lessonid', 'learnerid']).doNothing())
        .returning(['lessonid', 'learnerid', 'amount'])
        .execute()),
    );
  return added;
}

/** Says by which charge lessons are billed. */
export async function setCharge(
  tx: Db,
  { learnerid, chargeid, lessonids }: { learnerid: string; chargeid: string; lessonids: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('chargelessons')
    .set({ chargeid })
    .where('learnerid', '=', learnerid)
    .where('lessonid', 'in', lessonids)
    .execute();
}

/** A lesson that is billed and not credited, and who pays; null once that account was erased. */
export type Standing = Pick<ChargeLesson, 'lessonid' | 'learnerid' | 'day' | 'amount' | 'orderid'> & {
  userid: string | null;
};

/** Those of a class; one whose charge was reversed is not among them. */
const standing = (db: Db, classid: string) =>
  db
    .selectFrom('chargelessons')
    .leftJoin('lessons', 'lessons._id', 'chargelessons.lessonid')
    .leftJoin('charges', 'charges._id', 'chargelessons.chargeid')
    .leftJoin('orders', 'orders._id', 'chargelessons.orderid')
    .select(['chargelessons.lessonid', 'chargelessons.learnerid', 'chargelessons.day'])
    .select(['chargelessons.amount', 'chargelessons.orderid'])
    .select((of) => of.fn.coalesce('charges.userid', 'orders.userid').as('userid'))
    .where('chargelessons.classid', '=', classid)
    .where('chargelessons.creditid', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges as reversals')
            .select('reversals._id')
            .whereRef('reversals.reverses', '=', 'chargelessons.chargeid'),
        ),
      ),
    )
    .orderBy('chargelessons.day')
    .orderBy('chargelessons.lessonid');

const IS_CANCELLED = sql<boolean>`(lessons._id is null or lessons.state = 'cancelled')`;

/** Billed lessons of a class that the school has cancelled, or taken out of the records. */
export const findCancelled = (db: Db, classid: string): Promise<Standing[]> =>
  standing(db, classid).where(IS_CANCELLED).execute();

/** Lessons that a charge bills to a learner and that are not held before a place of the class ends. */
export const findNotHeld = (
  tx: Db,
  { learnerid, classid, now }: { learnerid: string; classid: string; now: number },
): Promise<Standing[]> =>
  standing(tx, classid)
    .where('chargelessons.learnerid', '=', learnerid)
    .where('chargelessons.chargeid', 'is not', null)
    .where(({ or, eb }) => or([IS_CANCELLED, eb('lessons.startsat', '>', now)]))
    .execute();

/** Says by which credit lessons were given back. */
export async function setCredit(
  tx: Db,
  { learnerid, creditid, lessonids }: { learnerid: string; creditid: string; lessonids: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('chargelessons')
    .set({ creditid })
    .where('learnerid', '=', learnerid)
    .where('lessonid', 'in', lessonids)
    .execute();
}

const toCome = (tx: Db, { classid, now }: { classid: string; now: number }) =>
  tx.selectFrom('lessons').select('_id').where('classid', '=', classid).where('startsat', '>', now);

type Of = { learnerid: string; classid: string; now: number };

/** Lessons to come are not billed to a learner any more. */
export async function deleteToCome(tx: Db, { learnerid, ...of }: Of): Promise<void> {
  await tx
    .deleteFrom('chargelessons')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', of.classid)
    .where('lessonid', 'in', toCome(tx, of))
    .execute();
}

/** Lessons to come that are billed to one learner are another's, but for those that are billed to both. */
export async function moveToCome(
  tx: Db,
  { from, to, ...of }: Omit<Of, 'learnerid'> & { from: string; to: string },
) {
  const theirs = tx
    .selectFrom('chargelessons as theirs')
    .select('theirs.lessonid')
    .where('theirs.learnerid', '=', to);
  await tx
    .updateTable('chargelessons')
    .set({ learnerid: to })
    .where('learnerid', '=', from)
    .where('classid', '=', of.classid)
    .where('lessonid', 'in', toCome(tx, of))
    .where('lessonid', 'not in', theirs.where('theirs.classid', '=', of.classid))
    .execute();
}

/** A lesson behind a charge: that bills it, or that gave it back. */
export type LessonOfCharge = Pick<ChargeLesson, 'day' | 'amount' | 'creditid'> & { of: string | null };

/** The lessons behind charges and credits, by their days; those that are billed no more are gone. */
export async function findLessonsOfCharges(db: Db, ids: readonly string[]): Promise<LessonOfCharge[]> {
  const by = (column: 'chargeid' | 'creditid') =>
    inChunks(ids, (some) =>
      db
        .selectFrom('chargelessons')
        .select([`${column} as of`, 'day', 'amount', 'creditid'])
        .where(column, 'in', some)
        .orderBy('day')
        .execute(),
    );
  return [...(await by('chargeid')), ...(await by('creditid'))];
}

export async function deleteBilledOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('chargelessons').where('learnerid', '=', learnerid).execute();
}
