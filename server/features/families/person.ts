import type { PersonRecords } from '#server/features/feature.ts';
import { deleteDropped, findMergesFrom } from './merge-queries.ts';

/** Entries of children that were merged away: they wait a day for their parent, and go with them. */
export const mergePerson: PersonRecords = {
  tables: ['merges'],

  async erase(tx, { _id }) {
    for (const merge of await findMergesFrom(tx, _id)) await deleteDropped(tx, merge);
  },
};
