import type { Db } from '#server/database/schema.ts';
import type { ClassRow } from '#server/features/classes/queries.ts';
import { ensure } from '#server/http/errors.ts';

type Opening = Pick<ClassRow, 'opensat' | 'copyof'>;

/** Whether a class is for those alone who had it in the term before, at a moment (epoch milliseconds). */
export const isKept = ({ opensat }: Pick<Opening, 'opensat'>, now: number): boolean =>
  opensat !== null && opensat > now;

/**
 * Throws `class-not-open` for a learner who may not have the class yet: until it opens it is for those in the
 * class that it was copied from.
 */
export async function checkOpening(
  db: Db,
  { opensat, copyof }: Opening,
  { learnerid, now }: { learnerid: string; now: number },
): Promise<void> {
  if (!isKept({ opensat }, now)) return;
  ensure(copyof !== null && (await isEnrolled(db, { learnerid, classid: copyof })), 'class-not-open');
}

async function isEnrolled(db: Db, { learnerid, classid }: { learnerid: string; classid: string }) {
  const enrolled = db.selectFrom('enrolments').select('_id').where('learnerid', '=', learnerid);
  return (await enrolled.where('classid', '=', classid).executeTakeFirst()) !== undefined;
}
