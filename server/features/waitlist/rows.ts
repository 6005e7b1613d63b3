import { lockSeats } from '#server/features/classes/index.ts';
import { type FeatureRows, namesOf } from '#server/features/feature.ts';
import { closeEntry } from './close-entry.ts';
import { waitlistMerging } from './merge-entries.ts';
import { offerFreeSeats } from './offer-seats.ts';
import * as queries from './queries.ts';

export const waitlistRows = {
  waitlist: {
    columns: {
      learnerid: {
        learner: { merging: waitlistMerging, place: true },
        inUse: { says: 'imports.in_use_waiting' },
      },
    },
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
    stillNames: { learnerid: 'A closed entry, of that learner, which is swept by its age.' },
    example: ({ now, id, learnerid, nextclass }) => [
      {
        _id: id('entry'),
        learnerid,
        classid: nextclass,
        state: 'waiting',
        offeruntil: null,
        orderid: null,
        createdat: now,
      },
    ],
    recovery: {
      stays: 'A place in line is seen on the first page and can be left.',
      /** No place was offered while the account was being deleted: one may be free all the while. */
      async kept(tx, { userid, now }) {
        for (const classid of await queries.findClassesWaitedFor(tx, userid)) {
          await lockSeats(tx, classid);
          await offerFreeSeats(tx, { classid, now });
        }
      },
    },
  },
} satisfies FeatureRows;
