import { sql } from 'kysely';
import { LESSONS_SHOWN } from '#contract/materials/calls.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import { LESSON_TEACHER } from '#server/database/rows/lessons.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { LEARNERS_OF_LESSON, learnersOf } from './learners-of.ts';

export type FileRow = Row<'lessonfiles'>;

/** Lessons as their materials name them; none that was taken out of its plan, or of a class that is no more. */
const lessons = (db: Db) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'lessons.classid', 'classes.classname', 'lessons.day', 'lessons.startsat'])
    .select(['lessons.endsat', 'lessons.state', 'lessons.teacherid', 'classes.instructorid'])
    .select(LESSON_TEACHER.as('instructorname'))
    .where('lessons.removedat', 'is', null)
    .where('classes.deletedat', 'is', null);

export const findLesson = (db: Db, id: string) =>
  lessons(db).where('lessons._id', '=', id).executeTakeFirst();

export type FoundLesson = NonNullable<Awaited<ReturnType<typeof findLesson>>>;

export const findNote = (db: Db, lessonid: string): Promise<Row<'lessonnotes'> | undefined> =>
  db.selectFrom('lessonnotes').selectAll().where('lessonid', '=', lessonid).executeTakeFirst();

/** The files of lessons, as they were added. */
export const findFilesOf = (db: Db, lessonids: readonly string[]): Promise<FileRow[]> =>
  inChunks(lessonids, (ids) =>
    db.selectFrom('lessonfiles').selectAll().where('lessonid', 'in', ids).orderBy('_id').execute(),
  );

export const findFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('lessonfiles').selectAll().where('_id', '=', id).executeTakeFirst();

/** Which of these ids are those of files. */
export const findFileIds = (db: Db, ids: readonly string[]) =>
  db.selectFrom('lessonfiles').select('_id').where('_id', 'in', ids).execute();

/** Writes the first notes of a lesson; false where there are some. */
export async function insertNote(tx: Db, note: Row<'lessonnotes'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lessonnotes')
    .values(note)
    .onConflict((conflict) => conflict.column('lessonid').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Writes the next; false where another version is there. */
export async function updateNote(
  tx: Db,
  { lessonid, version, ...note }: Row<'lessonnotes'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lessonnotes')
    .set({ ...note, version })
    .where('lessonid', '=', lessonid)
    .where('version', '=', version - 1)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** How many bytes the files of a class have. */
export async function sumBytes(db: Db, classid: string): Promise<number> {
  const { sum } = await db
    .selectFrom('lessonfiles')
    .select((of) => of.fn.sum<number>('bytes').as('sum'))
    .where('classid', '=', classid)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** How many bytes the files of all classes have. */
export async function sumAllBytes(db: Db): Promise<number> {
  const { sum } = await db
    .selectFrom('lessonfiles')
    .select((of) => of.fn.sum<number>('bytes').as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

export async function insertFile(tx: Db, file: FileRow): Promise<void> {
  await tx.insertInto('lessonfiles').values(file).execute();
}

/** False where there is none. */
export async function deleteFile(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('lessonfiles')
    .where('_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

/** Files in the order of their ids, after one of them, with whether their class is no more. */
export const findFilesAfter = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('lessonfiles')
    // SQLite reads the tables in this order: it might begin with every class.
    .crossJoin('classes')
    .whereRef('classes._id', '=', 'lessonfiles.classid')
    .select(['lessonfiles._id', 'classes.deletedat'])
    .where('lessonfiles._id', '>', after)
    .orderBy('lessonfiles._id')
    .limit(limit)
    .execute();

export async function deleteFiles(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('lessonfiles').where('_id', 'in', ids).execute();
}

/** Who had a place in a lesson when it began, by name. */
export const findLearnersOf = (db: Db, lesson: FoundLesson) =>
  db
    .selectFrom('learners')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id as learnerid', LEARNER_NAME.$notNull().as('learnername')])
    .where(sql<boolean>`learners._id in ${learnersOf(lesson)}`)
    .where('learners.leftat', 'is', null)
    .orderBy('learnername')
    .orderBy('learners._id')
    .execute();

/** The classes in which a learner has or had a place, or came to a lesson as a guest. */
const classesOf = (db: Db, learnerid: string) =>
  db
    .selectFrom('enrolments')
    .select('classid')
    .where('learnerid', '=', learnerid)
    .union(db.selectFrom('pastplaces').select('classid').where('learnerid', '=', learnerid))
    .union(
      db
        .selectFrom('guests')
        .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
        .select('lessons.classid')
        .where('guests.learnerid', '=', learnerid),
    );

/** The lessons of a learner in which something was given, the latest first. */
export const findGiven = (
  db: Db,
  { learnerid, limit = LESSONS_SHOWN }: { learnerid: string; limit?: number },
) =>
  lessons(db)
    .leftJoin('lessonnotes', 'lessonnotes.lessonid', 'lessons._id')
    .select((of) => of.fn.coalesce('lessonnotes.markdown', sql.lit('')).as('markdown'))
    .where('lessons.classid', 'in', classesOf(db, learnerid))
    .where(HAS_MATERIALS, '=', true)
    .where(sql<boolean>`${learnerid} in ${LEARNERS_OF_LESSON}`)
    .orderBy('lessons.startsat', 'desc')
    .orderBy('lessons._id')
    .limit(limit)
    .execute();

/** Whether notes or files were given in the lesson of a row of `lessons`. */
export const HAS_MATERIALS = sql<boolean>`(exists (select 1 from lessonnotes where lessonnotes.lessonid = lessons._id and lessonnotes.markdown <> '')
  or exists (select 1 from lessonfiles where lessonfiles.lessonid = lessons._id))`;

/** The days on which learners practised, from one on, the latest first. */
export const findPractised = (
  db: Db,
  { learnerids, from }: { learnerids: readonly string[]; from: string },
) =>
  inChunks(learnerids, (ids) =>
    db
      .selectFrom('practised')
      .select(['learnerid', 'day'])
      .where('learnerid', 'in', ids)
      .where('day', '>=', from)
      .orderBy('day', 'desc')
      .execute(),
  );

/** Notes a day; false where it is noted. */
export async function insertPractised(tx: Db, row: Row<'practised'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('practised')
    .values(row)
    .onConflict((conflict) => conflict.columns(['learnerid', 'day']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Takes it back; false where it was not noted. */
export async function deletePractised(
  tx: Db,
  { learnerid, day }: Pick<Row<'practised'>, 'learnerid' | 'day'>,
) {
  const { numDeletedRows } = await tx
    .deleteFrom('practised')
    .where('learnerid', '=', learnerid)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

export async function deletePractisedOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('practised').where('learnerid', '=', learnerid).execute();
}

/** The lessons that a learner had alone. */
const lessonsAlone = (tx: Db, learnerid: string) =>
  tx
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select('lessons._id')
    .where('lessons.classid', 'in', classesOf(tx, learnerid))
    .where('classes.capacity', '=', 1)
    .where(sql<boolean>`${learnerid} in ${LEARNERS_OF_LESSON}`);

/** Deletes what was written and added for a learner alone. */
export async function deleteGivenAlone(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('lessonnotes').where('lessonid', 'in', lessonsAlone(tx, learnerid)).execute();
  await tx.deleteFrom('lessonfiles').where('lessonid', 'in', lessonsAlone(tx, learnerid)).execute();
}
