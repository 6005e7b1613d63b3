import type { Room } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';

/** What rooms are called where one is chosen, by id. */
export const roomLabels = (rooms: readonly Room[]): Record<string, string> =>
  Object.fromEntries(
    rooms.map(({ _id, name, places }) => [_id, t('rooms.name_and_places', { name, count: places })]),
  );
