import type { Db } from '#server/database/schema.ts';
import type { Erasing, Person } from '#server/features/feature.ts';

/** Ends and deletes what names an account, table by table as the features say. */
export async function eraseRows(
  tx: Db,
  { rows, seats }: Erasing,
  person: Person,
  now: number,
): Promise<void> {
  for (const { erase } of Object.values(rows)) await erase?.(tx, person, { now, seats });
}
