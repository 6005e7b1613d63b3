import type { Kysely } from 'kysely';
import type { Config } from '#server/config/config.ts';
import type { AllDb, AllTables } from '#server/database/tables.ts';
import { ROWS } from '#server/features/rows.ts';
import { findSchoolNow } from '#server/features/school/index.ts';
import { noteSessionsEnded } from '#server/features/users/index.ts';
import type { SessionsEnded } from '#server/services/identity.ts';

/** What a running school keeps, it looks at again within seconds by itself. */
export const showAnew = () => {};

/** What a change of an account at the embedded identity service takes, beside the school that runs. */
export const identityOptions = (
  config: Config,
  { db, now }: { db: Kysely<AllTables>; now: () => number },
) => ({
  db,
  now,
  schoolName: async () => (await findSchoolNow(db, config)).name,
  sessionsEnded: (tx: AllDb, { uid, ...ended }: SessionsEnded) =>
    noteSessionsEnded(tx, { uid }, { ...ended, showAnew, rows: ROWS, now: now() }),
});
