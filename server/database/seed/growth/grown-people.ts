import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';

/** A student of a grown school. */
export type GrownPerson = {
  userid: string;
  learnerid: string;
  name: string;
  /** Epoch milliseconds. */
  joinedat: number;
};

/** An account that acts: an admin or a teacher. */
export type GrownAccount = { _id: string; name: string };

type Line = Pick<Row<'changes'>, 'about' | 'subjectid' | 'subjectname' | 'action' | 'before'> & {
  by: GrownAccount;
  /** Epoch milliseconds. */
  at: number;
};

/** A line of the log. */
export const changeLine = ({ by, at, ...line }: Line): Row<'changes'> => ({
  ...line,
  _id: newId(at),
  after: null,
  note: null,
  learnerid: null,
  actorid: by._id,
  actorname: by.name,
  keyname: null,
  createdat: at,
});
