import type { Feature } from '#server/features/feature.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { deleteClosedEntries, findEntry, findGroup, OPEN } from './queries.ts';
import { type WaitlistOptions, waitlistRoutes } from './routes.ts';
import { workWaitlist } from './work-waitlist.ts';

const EVERY_MS = 2000;
const HOUR_MS = 60 * 60_000;
const REST_MS = 200;

export const waitlistFeature = (options: WaitlistOptions): Feature => ({
  routes: (app) => waitlistRoutes(app, options),
  jobs: [
    { name: 'waitlist', everyMs: EVERY_MS, run: () => workWaitlist(options) },
    {
      name: 'waitlist-sweep',
      everyMs: HOUR_MS,
      restMs: REST_MS,
      run: () => deleteClosedEntries(options.db, options.now()),
    },
  ],
  own: {
    waitlist: async (id, caller) => {
      const entry = await findEntry(options.db, id);
      ensure(entry, 'waitlist-not-found');
      const { groupid } = entry;
      // Who waits together leaves together.
      const group = groupid === null ? [] : await findGroup(options.db, groupid, OPEN);
      for (const { learnerid } of [entry, ...group])
        ensure(await mayActFor(options.db, caller, learnerid, 'enrol'), 'waitlist-not-found');
    },
  },
});
