import type { Db } from '#server/database/schema.ts';
import type { Erasing, Merge, Person } from '#server/features/feature.ts';

/**
 * Ends and deletes what names an account, table by table as the features say; `last` is done once all but the
 * account's own row is gone.
 */
export async function eraseRows(
  tx: Db,
  { rows: { users, ...others }, seats }: Erasing,
  person: Person,
  now: number,
  last?: () => Promise<void>,
): Promise<void> {
  for (const { erase } of Object.values(others)) await erase?.(tx, person, { now, seats });
  await last?.();
  await users.erase?.(tx, person, { now, seats });
}

/** Lets the books of an account name another, table by table. */
export async function keepBooks(
  tx: Db,
  { rows }: Pick<Erasing, 'rows'>,
  accounts: Pick<Merge, 'from' | 'to'>,
): Promise<void> {
  for (const { keepBooks: keep } of Object.values(rows)) await keep?.(tx, accounts);
}
