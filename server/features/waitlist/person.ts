import { namesOf, type PersonRecords } from '#server/features/feature.ts';
import { closeEntry } from './close-entry.ts';
import * as queries from './queries.ts';

/** What a person waits or waited for. */
export const waitlistPerson: PersonRecords = {
  tables: ['waitlist'],
  async export(db, family) {
    const names = namesOf(family);
    const waiting = await queries.findWaitlistOf(db, [...names.keys()]);
    return { waitlist: waiting.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
  },
  async findLosses(db, { learnerid: self, ...family }) {
    const names = namesOf(family);
    const waiting = await queries.findWaitlistOf(db, [...names.keys()]);
    return {
      waitlist: waiting
        .filter(({ state }) => state !== 'closed')
        .map(({ classname, learnerid }) =>
          learnerid === self ? classname : `${classname} (${names.get(learnerid)})`,
        ),
    };
  },
  /** Off every waiting list; a seat that was offered goes to the next. */
  async eraseLearner(tx, learnerid, { now }) {
    for (const entry of await queries.findOpenEntries(tx, [learnerid])) await closeEntry(tx, entry, now);
  },
};
