import type { Generated } from 'kysely';

/** Days without lessons: of a room, of a teacher, or, where both are null, of the whole school. */
export type ClosureRow = {
  _id: string;
  name: string;
  firstday: string;
  lastday: string;
  roomid: string | null;
  teacherid: string | null;
  version: Generated<number>;
  createdat: number;
};
