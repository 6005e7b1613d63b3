import { sql } from 'kysely';
import { ROOM_NAME } from '#server/database/rows/lessons.ts';
import type { Db, OrderState, Row } from '#server/database/schema.ts';
import { readSetting, writeSetting } from '#server/database/settings/settings.ts';

/** The plans of a class, in the order of the week. */
export const findPlans = (db: Db, classid: string): Promise<Row<'plans'>[]> =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('classid', '=', classid)
    .orderBy('weekday')
    .orderBy('starttime')
    .orderBy('_id')
    .execute();

/** The same with what their rooms are called. */
export const findNamedPlans = (db: Db, classid: string) =>
  db
    .selectFrom('plans')
    .leftJoin('rooms', 'rooms._id', 'plans.roomid')
    .selectAll('plans')
    .select(ROOM_NAME.$castTo<string | null>().as('room'))
    .where('classid', '=', classid)
    .orderBy('weekday')
    .orderBy('starttime')
    .orderBy('plans._id')
    .execute();

export async function insertPlans(tx: Db, plans: readonly Row<'plans'>[]): Promise<void> {
  if (plans.length > 0) await tx.insertInto('plans').values(plans).execute();
}

export async function deletePlans(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('plans').where('_id', 'in', ids).execute();
}

/** All lessons of a class, those that were taken out too. */
export const findLessons = (db: Db, classid: string): Promise<Row<'lessons'>[]> =>
  db.selectFrom('lessons').selectAll().where('classid', '=', classid).execute();

/** What is closed on any of some days. */
export const findClosures = (
  db: Db,
  { firstday, lastday }: { firstday: string; lastday: string },
): Promise<Row<'closures'>[]> =>
  db
    .selectFrom('closures')
    .selectAll()
    .where('lastday', '>=', firstday)
    .where('firstday', '<=', lastday)
    .orderBy('firstday')
    .execute();

/** Learners who have a place or hold one, without those who let it lapse. */
const JOINED: readonly OrderState[] = ['held', 'intent', 'expiring', 'enrolled'];

/**
 * When a class first had a learner (epoch milliseconds), even if they have left; null where it never had one.
 */
export async function findFirstJoined(db: Db, classid: string): Promise<number | null> {
  const enrolled = await db
    .selectFrom('enrolments')
    .select((of) => of.fn.min<number | null>('date').as('at'))
    .where('classid', '=', classid)
    .executeTakeFirstOrThrow();
  const ordered = await db
    .selectFrom('orders')
    .select(sql<number | null>`min(coalesce(paidat, createdat))`.as('at'))
    .where('classid', '=', classid)
    .where('lessonid', 'is', null)
    .where((of) => of.or([of('paidat', 'is not', null), of('state', 'in', JOINED)]))
    .executeTakeFirstOrThrow();
  const moments = [enrolled.at, ordered.at].filter((at) => at !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

const ZONE_DATA = 'zone-data';

/** The version of the zone data by which lessons were last worked out; undefined before the first time. */
export const findZoneData = (db: Db): Promise<string | undefined> => readSetting(db, ZONE_DATA);

export const updateZoneData = (tx: Db, value: string): Promise<void> => writeSetting(tx, ZONE_DATA, value);

/** Has the lessons that a class plans held by another account. */
export async function updateTeacherOfPlans(tx: Db, classid: string, teacherid: string | null): Promise<void> {
  await tx.updateTable('plans').set({ teacherid }).where('classid', '=', classid).execute();
}
