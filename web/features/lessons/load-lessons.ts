import { api } from '#web/lib/api.ts';

/** What those see who change the lessons of a class. */
export async function loadLessons(id: string) {
  const [item, lessons, rooms] = await Promise.all([
    api.readClass({ params: { id } }),
    api.listClassLessons({ params: { id } }),
    api.listRooms(),
  ]);
  return { item, lessons, rooms };
}
