import { newId } from '#server/database/ids.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { LessonDraft } from '#server/features/lessons/index.ts';
import type { TestSchool } from './school.ts';

const HOUR_MS = 60 * 60_000;

/** A lesson of a class as it is to be, of an hour unless told; `startsat` in epoch milliseconds. */
export function lessonOf(classid: string, startsat: number, fields: Partial<LessonDraft> = {}): LessonDraft {
  const day = new Date(startsat).toISOString().slice(0, 10);
  return {
    _id: newId(),
    classid,
    planid: null,
    planday: day,
    day,
    startsat,
    endsat: startsat + HOUR_MS,
    roomid: null,
    teacherid: null,
    state: 'planned',
    reason: null,
    closureid: null,
    removedat: null,
    ...fields,
  };
}

export async function addRoom(
  { db, clock }: Pick<TestSchool, 'db' | 'clock'>,
  fields: Partial<NewRow<'rooms'>> = {},
): Promise<string> {
  const _id = newId();
  const room = {
    _id,
    name: `Room ${_id.slice(-12)}`,
    places: 1000,
    retiredat: null,
    createdat: clock.now,
    ...fields,
  };
  await db.insertInto('rooms').values(room).execute();
  return _id;
}
