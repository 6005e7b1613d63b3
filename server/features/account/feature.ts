import type { Feature } from '#server/features/feature.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { endFormerFamilies, eraseLeaving } from './erase-account.ts';
import { finishErasures } from './finish-erasure.ts';
import { type AccountOptions, accountRoutes } from './routes.ts';

export const accountFeature = (options: AccountOptions): Feature => ({
  routes: (app) => accountRoutes(app, options),
  jobs: [leavingJob(options), formerFamiliesJob(options)],
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Finishes what was asked for seven days ago. */
const leavingJob = ({ db, now, identity, rows, seats, erased }: AccountOptions): Job => ({
  name: 'leaving',
  everyMs: MINUTE_MS,
  async run() {
    const count = await eraseLeaving(db, { rows, seats }, now());
    await finishErasures(db, identity);
    if (count > 0) erased();
    return count;
  },
});

/** Ends what stands for erased accounts of which nothing is open any more. */
const formerFamiliesJob = ({ db, now, rows, seats }: AccountOptions): Job => ({
  name: 'former-families',
  everyMs: HOUR_MS,
  run: () => endFormerFamilies(db, { rows, seats }, now()),
});
