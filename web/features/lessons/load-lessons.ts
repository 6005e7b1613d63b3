import { classCalls } from '#contract/classes.ts';
import { roomCalls } from '#contract/rooms.ts';
import { timetableCalls } from '#contract/timetable.ts';
import { apiOf } from '#web/lib/api.ts';

const api = apiOf(classCalls, timetableCalls, roomCalls);

/** What those see who change the lessons of a class. */
export async function loadLessons(id: string) {
  const [item, lessons, rooms] = await Promise.all([
    api.readClass({ params: { id } }),
    api.listClassLessons({ params: { id } }),
    api.listRooms(),
  ]);
  return { item, lessons, rooms };
}
