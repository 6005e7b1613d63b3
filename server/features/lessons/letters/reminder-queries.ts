import { ROOM_NAME } from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';
import {
  addSetting,
  deleteSettings,
  readSetting,
  replaceSetting,
} from '#server/database/settings/settings.ts';

/** From a moment up to another, which is not in it any more; epoch milliseconds. */
export type Span = { from: number; until: number };
/** A lesson's place among all, by when it begins. */
export type Place = { startsat: number; _id: string };

/** The next lessons of a span that are held, as they come after one of them, with their classes. */
export const findLessonsAfter = (db: Db, { from, until }: Span, after: Place | undefined, limit: number) =>
  db
    .selectFrom('lessons')
    .select(['_id', 'classid', 'startsat'])
    .where('startsat', '>=', after?.startsat ?? from)
    .where('startsat', '<', until)
    .$if(after !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([eb('startsat', '>', after?.startsat ?? 0), eb('_id', '>', after?._id ?? '')]),
      ),
    )
    .where('state', '<>', 'cancelled')
    .orderBy('startsat')
    .orderBy('_id')
    .limit(limit)
    .execute();

/** Who is enrolled in these classes, with their accounts. */
export const findEnrolled = (db: Db, classids: readonly string[]) =>
  db
    .selectFrom('enrolments')
    .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
    .where('enrolments.classid', 'in', classids)
    .select(['learners._id as learnerid', 'learners.userid'])
    .distinct()
    .execute();

/** The guardians who want mail about these learners. */
export const findGuardiansOf = (db: Db, learnerids: readonly string[]) =>
  db
    .selectFrom('guardians')
    .select(['learnerid', 'userid'])
    .where('learnerid', 'in', learnerids)
    .where('getsmail', '=', 1)
    .execute();

/** All of whom these accounts get mail, and who want to be reminded. */
export async function findLearnersOf(db: Db, userids: readonly string[]) {
  const own = await db
    .selectFrom('learners')
    .select(['_id as learnerid', 'userid', 'self'])
    .where('userid', 'in', userids)
    .where('reminds', '=', 1)
    .execute();
  const guarded = await db
    .selectFrom('guardians')
    .innerJoin('learners', 'learners._id', 'guardians.learnerid')
    .select(['learners._id as learnerid', 'guardians.userid'])
    .where('guardians.userid', 'in', userids)
    .where('guardians.getsmail', '=', 1)
    .where('learners.reminds', '=', 1)
    .execute();
  return [...own, ...guarded.map((learner) => ({ ...learner, self: 0 as const }))];
}

/**
 * The lessons of a span that these learners are enrolled in; they stay as they are until the transaction
 * ends.
 */
export const shareLessonsOf = (tx: Db, learnerids: readonly string[], { from, until }: Span) =>
  tx
    .selectFrom('enrolments')
    .innerJoin('lessons', 'lessons.classid', 'enrolments.classid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .leftJoin('rooms', 'rooms._id', 'lessons.roomid')
    .where('enrolments.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>=', from)
    .where('lessons.startsat', '<', until)
    .where('lessons.state', '<>', 'cancelled')
    .select([
      'enrolments.learnerid',
      'lessons._id',
      'lessons.startsat',
      'classes.classname',
      ROOM_NAME.$castTo<string | null>().as('room'),
    ])
    .forShare('lessons')
    .orderBy('lessons.startsat')
    .execute();

const KEY = 'reminders';

/** How far reminders have been written: of which day's lessons, and up to which one of them. */
export type Progress = { day: string; after: Place | undefined };

/** What is kept of it: null where nothing is. */
export async function findProgress(db: Db): Promise<string | null> {
  return (await readSetting(db, KEY)) ?? null;
}

export const progressIn = (kept: string | null): Progress | undefined =>
  kept === null ? undefined : (JSON.parse(kept) as Progress);

/** Keeps it, unless another process was further meanwhile: gives whether it did. */
export async function updateProgress(
  tx: Db,
  { kept, progress }: { kept: string | null; progress: Progress },
): Promise<boolean> {
  const to = JSON.stringify(progress);
  return kept === null ? addSetting(tx, KEY, to) : replaceSetting(tx, KEY, { from: kept, to });
}

/** Lets them be written from the first lesson of the day on, once more. */
export async function deleteProgress(tx: Db): Promise<void> {
  await deleteSettings(tx, [KEY]);
}
