import { sql } from 'kysely';
import type { GuestKind } from '#contract/catchups/calls.ts';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
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

/** Who comes to these lessons as a guest, with their accounts. */
export const findGuests = (db: Db, lessonids: readonly string[]) =>
  db
    .selectFrom('guests')
    .innerJoin('learners', 'learners._id', 'guests.learnerid')
    .where('guests.lessonid', 'in', lessonids)
    .select(['learners._id as learnerid', 'learners.userid'])
    .distinct()
    .execute();

/** Learners by their ids, with their accounts. */
export const findLearners = (db: Db, ids: readonly string[]) =>
  db.selectFrom('learners').select(['_id as learnerid', 'userid']).where('_id', 'in', ids).execute();

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

/** What is told of a lesson; it stays as it is until the transaction ends. */
const TOLD = [
  'lessons._id',
  'lessons.startsat',
  'classes.classname',
  ROOM_NAME.$castTo<string | null>().as('room'),
] as const;

/** Those of a span to which these learners come: with their class, but for those they were said to miss, and as guests. */
export async function shareLessonsOf(tx: Db, learnerids: readonly string[], { from, until }: Span) {
  const own = await tx
    .selectFrom('enrolments')
    .innerJoin('lessons', 'lessons.classid', 'enrolments.classid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .leftJoin('rooms', 'rooms._id', 'lessons.roomid')
    .where('enrolments.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>=', from)
    .where('lessons.startsat', '<', until)
    .where('lessons.startsat', '>=', PLACE_BEGINS)
    .where('lessons.state', '<>', 'cancelled')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('absences')
            .select('absences.lessonid')
            .whereRef('absences.lessonid', '=', 'lessons._id')
            .whereRef('absences.learnerid', '=', 'enrolments.learnerid'),
        ),
      ),
    )
    .select(['enrolments.learnerid', ...TOLD, sql<GuestKind | null>`cast(null as text)`.as('guest')])
    .forShare('lessons')
    .execute();
  const asGuest = await tx
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .leftJoin('rooms', 'rooms._id', 'lessons.roomid')
    .where('guests.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>=', from)
    .where('lessons.startsat', '<', until)
    .where('lessons.state', '<>', 'cancelled')
    .select(['guests.learnerid', ...TOLD, 'guests.kind as guest'])
    .forShare('lessons')
    .execute();
  const known = new Set(own.map(({ _id, learnerid }) => `${_id} ${learnerid}`));
  // A place in the class is more than that of a guest.
  const guests = asGuest.filter(({ _id, learnerid }) => !known.has(`${_id} ${learnerid}`));
  return [...own, ...guests];
}

const KEY = 'reminders';

/** How far reminders have been written: of which day's lessons, and up to which one of them. */
export type Progress = { day: string; after: Place | undefined };

/** What is kept of it: null where nothing is. */
export async function findProgress(db: Db): Promise<string | null> {
  return (await readSetting(db, KEY)) ?? null;
}

/** Waits for who writes reminders now, and makes others wait until the transaction ends. */
export async function lockProgress(tx: Db): Promise<void> {
  await tx.selectFrom('settings').select('value').where('key', '=', KEY).forNoKeyUpdate('settings').execute();
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
