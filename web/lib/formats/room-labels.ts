import type { Room } from '#contract/rooms/calls.ts';

/** What rooms are called where one is chosen, by id. */
export const roomLabels = (rooms: readonly Room[]): Record<string, string> =>
  Object.fromEntries(
    rooms.map(({ _id, name, places }) => [_id, `${name}, ${places} ${places === 1 ? 'place' : 'places'}`]),
  );
