import type { Feature } from '#server/features/feature.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { eraseLeaving } from './erase-account.ts';
import { finishErasures } from './finish-erasure.ts';
import { accountPerson } from './person.ts';
import { type AccountOptions, accountRoutes } from './routes.ts';

export const accountFeature = (options: AccountOptions): Feature => ({
  routes: (app) => accountRoutes(app, options),
  jobs: [leavingJob(options)],
  recovery: {
    signins: { stays: 'Their tokens end at the identity service, or with “sign out everywhere” here.' },
    mails: { stays: 'What was written tells the owner what was done; links in it end with what they open.' },
    erasures: { stays: 'Of accounts that are gone already.' },
    recoveries: { stays: 'Tells the owner what ended.' },
  },
  person: accountPerson,
});

const MINUTE_MS = 60_000;

/** Finishes what was asked for seven days ago. */
const leavingJob = ({ db, now, identity, findRecords, erased }: AccountOptions): Job => ({
  name: 'leaving',
  everyMs: MINUTE_MS,
  async run() {
    const count = await eraseLeaving(db, findRecords(), now());
    await finishErasures(db, identity);
    if (count > 0) erased();
    return count;
  },
});
