import type { Db, Row } from '#server/database/schema.ts';

/* What is written of who misses a lesson, and of who comes to one in its place. */

type OfLesson = { lessonid: string; learnerid: string };

export const findAbsence = (
  db: Db,
  { lessonid, learnerid }: OfLesson,
): Promise<Row<'absences'> | undefined> =>
  db
    .selectFrom('absences')
    .selectAll()
    .where('lessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .executeTakeFirst();

export async function insertAbsence(tx: Db, absence: Row<'absences'>): Promise<void> {
  await tx.insertInto('absences').values(absence).execute();
}

export async function updateWords(
  tx: Db,
  { lessonid, learnerid, words }: OfLesson & { words: string | null },
): Promise<void> {
  await tx
    .updateTable('absences')
    .set({ words })
    .where('lessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .execute();
}

export async function deleteAbsence(tx: Db, { lessonid, learnerid }: OfLesson): Promise<void> {
  await tx
    .deleteFrom('absences')
    .where('lessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .execute();
}

/** Gives a right more time than it has. */
export async function prolongRight(
  tx: Db,
  { lessonid, learnerid, until }: OfLesson & { until: number },
): Promise<void> {
  await tx
    .updateTable('absences')
    .set({ until })
    .where('lessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .where('earned', '=', 1)
    .where('until', '<', until)
    .execute();
}

export const findGuest = (db: Db, { lessonid, learnerid }: OfLesson): Promise<Row<'guests'> | undefined> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('lessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .executeTakeFirst();

/** The place of a guest that came of missing a lesson. */
export const findGuestFrom = (
  db: Db,
  { lessonid, learnerid }: OfLesson,
): Promise<Row<'guests'> | undefined> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('fromlessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .executeTakeFirst();

/** `fromlessonid` is null of a trial. */
export async function insertGuest(
  tx: Db,
  { lessonid, learnerid, fromlessonid, now }: OfLesson & { fromlessonid: string | null; now: number },
): Promise<void> {
  const kind = fromlessonid === null ? 'trial' : 'catchup';
  await tx
    .insertInto('guests')
    .values({ lessonid, learnerid, kind, fromlessonid, movedat: null, createdat: now })
    .execute();
}
