import type { Feature } from '#server/features/feature.ts';
import { deleteOldClaims } from './claims/queries.ts';
import { deleteOldTakeovers } from './claims/takeovers.ts';
import { findLearner } from './find-learner.ts';
import { type LearnerOptions, learnerRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;

export const learnerFeature = (options: LearnerOptions): Feature => ({
  routes: (app) => learnerRoutes(app, options),
  own: {
    learner: async (id, caller) => void (await findLearner(options.db, caller, id, 'see')),
  },
  jobs: [
    {
      name: 'claims',
      everyMs: HOUR_MS,
      run: async () => {
        await deleteOldClaims(options.db, options.now());
        await deleteOldTakeovers(options.db, options.now());
        return 0;
      },
    },
  ],
});
