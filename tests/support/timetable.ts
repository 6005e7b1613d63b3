import { momentOf } from '#contract/time/wall-time.ts';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';

/* Rooms, plans and lessons as records, for tests of what reads them. */

/** Adds a room and gives its id. */
export async function addRoom(
  db: Db,
  { name, places = 10 }: Pick<Row<'rooms'>, 'name'> & { places?: number },
) {
  const _id = newId();
  await db.insertInto('rooms').values({ _id, name, places, retiredat: null, createdat: 0 }).execute();
  return _id;
}

/** Adds a plan and gives its id: Tuesdays at 16:00 for 45 minutes, in the autumn of 2026, unless told. */
export async function addPlan(db: Db, plan: Pick<Row<'plans'>, 'classid'> & Partial<Row<'plans'>>) {
  const row = {
    _id: newId(),
    weekday: 2,
    starttime: '16:00',
    minutes: 45,
    everyweeks: 1 as const,
    firstday: '2026-09-08',
    lastday: '2026-12-15',
    roomid: null,
    teacherid: null,
    ...plan,
  };
  await db.insertInto('plans').values(row).execute();
  return row._id;
}

type Lesson = Pick<Row<'lessons'>, 'classid' | 'day'> &
  Partial<Row<'lessons'>> & { starttime?: string; minutes?: number; zone?: string };

/** Adds a lesson on a day, at 16:00 for 45 minutes unless told, and gives its row. */
export async function addLesson(
  db: Db,
  { starttime = '16:00', minutes = 45, zone = 'UTC', ...lesson }: Lesson,
): Promise<Row<'lessons'>> {
  const startsat = momentOf(`${lesson.day}T${starttime}`, zone) ?? Number.NaN;
  const row = {
    _id: newId(),
    planid: null,
    planday: lesson.day,
    startsat,
    endsat: startsat + minutes * 60_000,
    roomid: null,
    teacherid: null,
    state: 'planned' as const,
    reason: null,
    closureid: null,
    seq: 0,
    cancelledat: lesson.state === 'cancelled' ? 0 : null,
    removedat: null,
    changedat: 0,
    ...lesson,
  };
  await db.insertInto('lessons').values(row).execute();
  return row;
}
