import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { whoIsIn } from './who-is-in.ts';

/** Marks about which it is not decided whether the family gets a mail; an index holds no others. */
const untold = (db: Db) =>
  db.selectFrom('attendance').where('attendance.state', '=', 'absent').where('attendance.toldat', 'is', null);

/** Lessons that had begun by a moment, with learners who had been marked absent by then. */
export const findLessonsWithAbsent = (db: Db, { until, limit }: { until: number; limit: number }) =>
  untold(db)
    .innerJoin('lessons', 'lessons._id', 'attendance.lessonid')
    .select('attendance.lessonid')
    .where('attendance.changedat', '<=', until)
    .where('lessons.startsat', '<=', until)
    .groupBy('attendance.lessonid')
    .orderBy((of) => of.fn.min('attendance.changedat'))
    .limit(limit)
    .execute();

/** A lesson, which stays as it is until the transaction ends. */
export const shareLesson = (tx: Db, lessonid: string) =>
  tx
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['classes.classname', 'lessons.day', 'lessons.startsat', 'lessons.state', 'lessons.removedat'])
    .where('lessons._id', '=', lessonid)
    .forShare('lessons')
    .executeTakeFirst();

export type AbsentLesson = NonNullable<Awaited<ReturnType<typeof shareLesson>>>;

export const findUntold = (db: Db, lessonid: string) =>
  untold(db)
    .select(['learnerid', 'changedat'])
    .where('lessonid', '=', lessonid)
    .orderBy('learnerid')
    .execute();

/** Decides it of marks that are still as they were; gives the learners. */
export async function markTold(
  tx: Db,
  marks: readonly { learnerid: string }[],
  { lessonid, until, now }: { lessonid: string; until: number; now: number },
): Promise<string[]> {
  const learnerids = marks.map(({ learnerid }) => learnerid);
  const told = await inChunks(learnerids, (some) =>
    tx
      .updateTable('attendance')
      .set({ toldat: now })
      .where('lessonid', '=', lessonid)
      .where('learnerid', 'in', some)
      .where('state', '=', 'absent')
      .where('toldat', 'is', null)
      .where('changedat', '<=', until)
      .returning('learnerid')
      .execute(),
  );
  return told.map(({ learnerid }) => learnerid);
}

/** Those who are in a lesson still. */
export async function findMembers(db: Db, lessonid: string): Promise<ReadonlySet<string>> {
  const found = await whoIsIn(db, [lessonid]).select('members.learnerid').execute();
  return new Set(found.map(({ learnerid }) => learnerid));
}

/** Those of whom it was said before that they cannot come to a lesson. */
export async function findNoticed(db: Db, lessonid: string, learnerids: readonly string[]) {
  const noticed = await inChunks(learnerids, (some) =>
    db
      .selectFrom('absences')
      .select('learnerid')
      .where('lessonid', '=', lessonid)
      .where('learnerid', 'in', some)
      .execute(),
  );
  return new Set(noticed.map(({ learnerid }) => learnerid));
}

/** An account that gets the mail of a learner: their own, who pays for them, or a guardian who wants it. */
export type Reader = { learnerid: string; userid: string; self: 0 | 1 };

export async function findReaders(db: Db, learnerids: readonly string[]): Promise<Reader[]> {
  const accounts = await inChunks(learnerids, (some) =>
    db
      .selectFrom('learners')
      .select(['_id as learnerid', 'userid', 'self'])
      .where('_id', 'in', some)
      .execute(),
  );
  const guardians = await inChunks(learnerids, (some) =>
    db
      .selectFrom('guardians')
      .select(['learnerid', 'userid'])
      .where('learnerid', 'in', some)
      .where('getsmail', '=', 1)
      .execute(),
  );
  return [
    ...accounts.flatMap(({ userid, ...learner }) => (userid === null ? [] : [{ ...learner, userid }])),
    ...guardians.map((guardian) => ({ ...guardian, self: 0 as const })),
  ];
}
