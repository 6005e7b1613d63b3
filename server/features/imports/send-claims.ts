import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '#server/auth/queries.ts';
import { transact } from '#server/database/transact.ts';
import { openClaim } from '#server/features/learners/index.ts';
import type { ImportOptions } from './import-file.ts';
import { findEndedImport } from './list-imports.ts';
import { noteImport } from './note-import.ts';
import { findUnclaimed } from './queries.ts';

/** Of one transaction. */
const FAMILIES_AT_ONCE = 50;

/**
 * Invites each family of an import by mail; an account that signs in with that address gets it. Neither those
 * that were signed in to nor those that were told while that link works, so that a second click invites no
 * one twice. Gives how many were told. Throws `import-not-found` and `import-under-way`.
 */
export async function sendClaims(
  options: ImportOptions,
  id: string,
  by: Pick<Caller, '_id' | 'name'>,
): Promise<number> {
  const { db, now } = options;
  await findEndedImport(db, id, now());
  let told = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const families = await transact(db, async (tx) => {
      const some = await findUnclaimed(tx, id, { after: from, limit: FAMILIES_AT_ONCE, now: now() });
      const unsent = some.filter(({ istold }) => !istold);
      for (const { learnerid, email } of unsent)
        await openClaim(tx, {
          kind: 'family',
          learnerid,
          email,
          mayenrol: 1,
          maypay: 1,
          getsmail: 1,
          by,
          now: now(),
        });
      return { last: some.at(-1)?._id, count: unsent.length };
    });
    told += families.count;
    after = families.last;
    await nextTurn();
  }
  if (told > 0) await noteImport(options, id, { action: 'families-told', count: told, actor: by });
  return told;
}
