import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';
import { transact } from './transact.ts';

/** What a dry run throws when all is done, so that nothing of it stays. */
class DryRun extends Error {}

/**
 * Runs `work` in one transaction and gives what it gives; where `isDry`, which may depend on that, all that it
 * wrote is taken back.
 */
export async function transactOrTry<T>(
  db: Db,
  isDry: boolean | ((outcome: T) => boolean),
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  if (isDry === false) return transact(db, work);
  const tried: { outcome?: { value: T } } = {};
  const dryRun = new DryRun();
  await transact(db, async (tx) => {
    const value = await work(tx);
    tried.outcome = { value };
    if (isDry === true || isDry(value)) throw dryRun;
  }).catch((error) => {
    if (error !== dryRun) throw error;
  });
  if (!tried.outcome) throw new Error('A dry run came to no end.');
  return tried.outcome.value;
}
