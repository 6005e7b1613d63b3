import type { Generated } from 'kysely';

/**
 * A room that lessons are held in; `places` is how many learners it takes. One that is retired stays for the
 * lessons it had.
 */
export type RoomRow = {
  _id: string;
  name: string;
  places: number;
  siteid: string | null;
  version: Generated<number>;
  retiredat: number | null;
  createdat: number;
};
