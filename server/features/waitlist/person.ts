import type { PersonRecords } from '#server/features/feature.ts';
import { closeEntry } from './close-entry.ts';
import * as queries from './queries.ts';

/** What a person waits or waited for. */
export const waitlistPerson: PersonRecords = {
  tables: ['waitlist'],
  export: async (db, { learnerid }) => ({ waitlist: await queries.findWaitlistOf(db, learnerid) }),
  async findLosses(db, { learnerid }) {
    const waiting = await queries.findWaitlistOf(db, learnerid);
    return { waitlist: waiting.filter(({ state }) => state !== 'closed').map(({ classname }) => classname) };
  },
  /** Off every waiting list; a seat that was offered goes to the next. */
  async eraseLearner(tx, learnerid, now) {
    for (const entry of await queries.findOpenEntries(tx, [learnerid])) await closeEntry(tx, entry, now);
  },
};
