import { classCalls } from '#contract/classes/calls.ts';
import { roomCalls } from '#contract/rooms/calls.ts';
import { timetableCalls } from '#contract/timetable/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

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
