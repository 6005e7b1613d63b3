import type { Db } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { OrderRow } from './queries.ts';

type PaymentChange = Pick<
  Parameters<typeof insertChange>[1],
  'actor' | 'action' | 'note' | 'before' | 'after' | 'learnerid' | 'now'
>;

/**
 * Adds a line about a payment to the school's log, by the class and the learner it was for: no address
 * outlives its account there.
 */
export async function logPayment(tx: Db, { _id, classid, learnerid }: OrderRow, change: PaymentChange) {
  const [paid] = classid === null ? [] : await findClassesById(tx, [classid]);
  const subjectname = paid?.classname ?? 'no class';
  await insertChange(tx, { about: 'payment', subjectid: _id, subjectname, learnerid, ...change });
}
