import { formerEmail } from '#contract/former.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import { closeEntry } from './close-entry.ts';
import * as queries from './queries.ts';

/** What a person waits or waited for. */
export const waitlistPerson: PersonRecords = {
  tables: ['waitlist'],
  export: async (db, { email }) => ({ waitlist: await queries.findWaitlistOf(db, email) }),
  async findLosses(db, { email }) {
    const waiting = await queries.findWaitlistOf(db, email);
    return { waitlist: waiting.filter(({ state }) => state !== 'closed').map(({ classname }) => classname) };
  },
  /** Off every waiting list; a seat that was offered goes to the next. */
  async erase(tx, { _id, email }, now) {
    for (const entry of await queries.findOpenEntries(tx, email)) await closeEntry(tx, entry, now);
    await queries.updateAddressOf(tx, email, formerEmail(_id));
  },
};
