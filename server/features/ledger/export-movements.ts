import type { Db } from '#server/database/schema.ts';

/** What an account paid at the school for whatever it owed, as its owner may take it along. */
export const exportMovements = (db: Db, userid: string) =>
  db
    .selectFrom('ledger')
    .select(['_id', 'kind', 'amount', 'day', 'createdat'])
    .where('userid', '=', userid)
    .orderBy('_id')
    .execute();
