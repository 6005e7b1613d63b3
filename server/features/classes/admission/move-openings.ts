import { momentOf, wallTimeAt } from '#contract/time/wall-time.ts';
import type { Db } from '#server/database/schema.ts';
import { findKeptClasses, setOpening } from '#server/features/classes/queries.ts';

/**
 * Opens the classes that are kept for some at the same time on the clocks of another zone (IANA names), where
 * that is still to come (`now`: epoch milliseconds).
 */
export async function moveOpenings(
  tx: Db,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<void> {
  const kept = await findKeptClasses(tx, now);
  for (const [opensat, classes] of Map.groupBy(kept, (one) => one.opensat)) {
    const ids = classes.map(({ _id }) => _id);
    await setOpening(tx, { ids, opensat: momentOf(wallTimeAt(opensat, from), to) ?? opensat });
  }
}
