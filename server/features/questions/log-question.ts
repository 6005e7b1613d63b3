import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange, THE_SCHOOL } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findSelfLearner } from '#server/features/users/index.ts';
import type { QuestionRow } from './queries.ts';

type Done = { action: 'answered' | 'deleted'; actor: Actor; now: number };

/**
 * Adds to the log what became of a question: by what it was about, and the account that asked; nothing of
 * what was asked or by which stranger.
 */
export async function logQuestion(
  tx: Db,
  { _id, userid, classid }: Pick<QuestionRow, '_id' | 'userid' | 'classid'>,
  done: Done,
): Promise<void> {
  const [about] = classid === null ? [] : await findClassesById(tx, [classid]);
  await insertChange(tx, {
    about: 'question',
    subjectid: _id,
    subjectname: about?.classname ?? THE_SCHOOL,
    learnerid: userid === null ? null : await findSelfLearner(tx, userid),
    ...done,
  });
}
