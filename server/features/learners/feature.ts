import type { Feature } from '#server/features/feature.ts';
import { findLearner } from './find-learner.ts';
import { type LearnerOptions, learnerRoutes } from './routes.ts';

export const learnerFeature = (options: LearnerOptions): Feature => ({
  routes: (app) => learnerRoutes(app, options),
  own: {
    learner: async (id, caller) => void (await findLearner(options.db, caller, id, 'see')),
  },
  person: { tables: ['learners'] },
});
