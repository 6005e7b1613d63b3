import { type RawBuilder, sql } from 'kysely';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';

/** Why a place has ended that an import had given: the import was undone. */
export const IMPORT_UNDONE = reasonOf('orders.import_undone');

/** A place that an undo ended: no money ever moved for it, and it keeps no one. */
const isTrace = () => sql<boolean>`importid is not null and coalesce(reason, '') = ${IMPORT_UNDONE}`;

/** A condition on orders: what they are the trace of is more than an import and its undo. */
export const isInUse = (): RawBuilder<boolean> => sql<boolean>`not (${isTrace()})`;

/** Deletes what undone imports left of the places of learners who go with them. */
export async function deleteTraces(tx: Db, learnerids: readonly string[]): Promise<void> {
  if (learnerids.length === 0) return;
  await tx.deleteFrom('orders').where('learnerid', 'in', learnerids).where(isTrace()).execute();
}
