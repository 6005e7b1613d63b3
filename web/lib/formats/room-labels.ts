import type { Room } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';

/** What a room is called to those who have to find it: with its building. */
export const roomName = ({ name, site }: Pick<Room, 'name' | 'site'>) => (site ? `${name}, ${site}` : name);

/** What rooms are called where one is chosen, by id. */
export const roomLabels = (rooms: readonly Room[]): Record<string, string> =>
  Object.fromEntries(
    rooms.map((room) => [room._id, t('rooms.name_and_places', { name: roomName(room), count: room.places })]),
  );
