import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { logQuestion } from './log-question.ts';
import { deleteQuestionRow } from './queries.ts';

type Deleting = { id: string; actor: Actor; now: number };

/** Deletes a question that the office does not answer. Throws `question-not-found`. */
export async function deleteQuestion(db: Db, { id, actor, now }: Deleting): Promise<void> {
  await transact(db, async (tx) => {
    const question = await deleteQuestionRow(tx, id);
    ensure(question, 'question-not-found');
    await logQuestion(tx, question, { action: 'deleted', actor, now });
  });
}
