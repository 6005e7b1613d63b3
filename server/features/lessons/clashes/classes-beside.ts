import type { Db } from '#server/database/schema.ts';
import { findClassBeside } from '#server/features/lessons/queries.ts';

/**
 * Tells of other classes whether one of them has a learner of a class, too: it cannot meet while they do. Not
 * where the payer of each such learner knows of it. What was found is kept: no class is asked about twice.
 */
export function besideOf(db: Db, classid: string): (others: Iterable<string>) => Promise<boolean> {
  const beside = new Set<string>();
  const apart = new Set([classid]);
  return async (some) => {
    const others = [...new Set(some)];
    if (others.some((other) => beside.has(other))) return true;
    const unknown = others.filter((other) => !apart.has(other));
    const found = await findClassBeside(db, classid, unknown);
    if (found !== undefined) beside.add(found);
    else for (const other of unknown) apart.add(other);
    return found !== undefined;
  };
}
